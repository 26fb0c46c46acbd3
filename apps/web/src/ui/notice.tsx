import { clsx } from 'clsx';
import { CircleCheck, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'ok' | 'due' | 'bad';

const TONES = {
  info: { box: 'border-brand-line bg-brand-soft text-brand-ink', Icon: Info },
  ok: { box: 'border-ok bg-ok-soft text-ok-ink', Icon: CircleCheck },
  due: { box: 'border-due bg-due-soft text-due-ink', Icon: Clock },
  bad: { box: 'border-bad bg-bad-soft text-bad-ink', Icon: TriangleAlert },
} as const;

interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons or links under the words. */
  readonly actions?: ReactNode;
  /** Read aloud when it appears while the person is on the page. */
  readonly isLive?: boolean;
}

/** Each state has a word and a shape, never a colour alone. */
export function Notice({ tone = 'info', title, children, actions, isLive = false }: NoticeProps) {
  const { box, Icon } = TONES[tone];
  return (
    <div
      role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={clsx('flex w-full flex-wrap gap-x-3 gap-y-2 rounded-card border px-4 py-3.5', box)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 grow basis-40 flex-col gap-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className="text-small">{children}</div> : null}
        {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
