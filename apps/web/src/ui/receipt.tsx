import { clsx } from 'clsx';
import { Check, CircleDashed, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FactList, type Fact } from './card.tsx';
import { Money } from './money.tsx';
import type { StatusTone } from './status.tsx';

interface ReceiptProps {
  readonly tone: StatusTone;
  /** The fact: "HDFC Bank has your payment". */
  readonly headline: ReactNode;
  readonly at: ReactNode;
  /** The good news, under the time. */
  readonly praise?: ReactNode;
  readonly amountPaise: number;
  /** "to HDFC Bank •• 4021" */
  readonly payee: ReactNode;
  /** A StatusTimeline. */
  readonly timeline?: ReactNode;
  readonly facts: readonly Fact[];
  readonly actions?: ReactNode;
  /** Its facts have just become true while the page is open. */
  readonly isFresh?: boolean;
}

const MARKS = {
  ok: { box: 'bg-ok text-surface animate-tick', Icon: Check },
  due: { box: 'bg-due-soft text-due-ink border-2 border-due', Icon: Clock },
  bad: { box: 'bg-bad-soft text-bad-ink', Icon: TriangleAlert },
  neutral: { box: 'bg-sunken text-ink-2', Icon: CircleDashed },
} as const;

/** The paper for the person: prints as one page. */
export function Receipt(props: ReceiptProps) {
  const { tone, headline, at, praise, amountPaise, payee, timeline, facts, actions, isFresh = false } = props;
  const { box, Icon } = MARKS[tone];
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-col gap-4 px-5 pt-6 pb-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span
            aria-hidden="true"
            className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full keeps-ink', box)}
          >
            <Icon className="size-5" strokeWidth={2.5} />
          </span>
          <div className="min-w-0 grow basis-40">
            <h1 tabIndex={-1} className="text-section font-semibold">
              {headline}
            </h1>
            <p className="text-small text-ink-3 tabular">{at}</p>
            {praise === undefined ? null : (
              <p className="text-small font-medium text-ok-ink tabular">{praise}</p>
            )}
          </div>
        </div>
        <p className="flex flex-col">
          <Money paise={amountPaise} size="hero" />
          <span className="text-ink-2">{payee}</span>
        </p>
        {timeline}
      </div>
      {facts.length === 0 ? null : (
        <div className={clsx('border-t border-dashed border-line-strong px-5 py-3', isFresh && 'comes-out')}>
          <FactList facts={facts} />
        </div>
      )}
      {actions ? (
        <div className="flex flex-col gap-2 px-5 pb-5 md:flex-row md:flex-wrap md:items-center print:hidden">
          {actions}
        </div>
      ) : null}
    </article>
  );
}
