import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatusTone } from './status.tsx';

const SIGNS = {
  ok: { ink: 'text-ok-ink', Icon: CircleCheck },
  due: { ink: 'text-due-ink', Icon: Clock },
  bad: { ink: 'text-bad-ink', Icon: TriangleAlert },
  neutral: { ink: 'text-ink-2', Icon: CircleDashed },
} as const;

/** A status on a line of a list, where a badge on every line would be all that is seen: its shape and its word. */
export function StatusLine({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  const { ink, Icon } = SIGNS[tone];
  return (
    <span className={clsx('inline-flex items-center gap-1 text-small font-medium', ink)}>
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}
