import type { Payment } from '@mohlat/contract';
import { clsx } from 'clsx';
import { bothHalves } from '../../../lib/bill-status.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { Part } from '../../../lib/parts.tsx';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCounting } from '../../../ui/use-counting.ts';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

interface LastRupeeProps {
  readonly payment: Payment;
  /** The debt when the page was opened, in paise: the sum that goes down to zero. */
  readonly fromPaise: number;
}

/** The end of the line: what was owed is zero, and the line has become the brand's ring. */
export function LastRupee({ payment, fromPaise }: LastRupeeProps) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const write = usePlanDates(payment);
  const shownPaise = useCounting(0, fromPaise);
  const { ending } = payment;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ClosedRing isClosing={fromPaise > 0} />
        <div className="min-w-min flex-1">
          <Money paise={shownPaise} size="hero" />
          <p className="text-section font-semibold text-ok-ink">{words.nothingOutstanding}</p>
        </div>
      </div>
      <p className="mt-3 text-ink-2">
        {ending?.kind === 'repaid' ? words.repaidOn(write(ending.on)) : bothHalves(payment, glossary)}
      </p>
      {ending?.kind === 'repaid' ? <Part at="plan.over" given={{ paymentId: payment.id }} /> : null}
    </Card>
  );
}

const SIZE = 72;
const RADIUS = 30;
const STROKE = 8;

/** The brand's ring, closed: nothing is owed any more. It closes before one's eyes only where it was seen open. */
function ClosedRing({ isClosing }: { readonly isClosing: boolean }) {
  return (
    <svg aria-hidden="true" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} className="shrink-0">
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        fill="none"
        pathLength="1"
        strokeDasharray="1 1"
        strokeLinecap="round"
        transform={`rotate(-45 ${SIZE / 2} ${SIZE / 2})`}
        className={clsx('stroke-ok', isClosing && 'closes-ring')}
        strokeWidth={STROKE}
      />
      <path
        d="M25 37l8 8 14-17"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        className={clsx('stroke-ok', isClosing && 'animate-fade')}
      />
    </svg>
  );
}
