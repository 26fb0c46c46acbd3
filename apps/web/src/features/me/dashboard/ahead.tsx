import type { AnswerOf, getSchedule } from '@mohlat/contract';
import { businessDate, daysBetween } from '@mohlat/money';
import { cardLabel, formatRupees, maskedCardLabel, today } from '../../../lib/format.ts';
import { formatDay } from '../../../lib/format-day.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { TimeAhead } from '../../../lib/time-ahead.tsx';
import type { TimePoint } from '../../../ui/time-line.tsx';
import { POINTS_MAX } from '../../../ui/time-line-places.ts';
import { useMeWords } from '../me.words.ts';
import type { CardBill } from './open-bills.ts';
import { to } from '../../../lib/addresses.ts';

type DueInstalment = AnswerOf<typeof getSchedule>['items'][number];

interface AheadProps {
  readonly instalments: readonly DueInstalment[];
  readonly bills: readonly CardBill[];
  /** Whether the limit is in force: a bill's point then leads to paying it. */
  readonly canPay: boolean;
}

/** Shows bills falling due and our own instalments on one time line. Those of one day share a point. */
export function Ahead({ instalments, bills, canPay }: AheadProps) {
  const words = useMeWords().dashboard;
  const all = usePoints({ instalments, bills, canPay });
  const points = shownPoints(all);
  const leftOutCount = all.length - points.length;
  if (instalments.length === 0 && bills.length === 0) return null;
  // The box reserves the height of the line, because the bills load after the page.
  return (
    <div className="min-h-20">
      {points.length === 0 ? null : <TimeAhead label={words.ahead} points={points} />}
      {leftOutCount === 0 ? null : (
        <p className="mt-1 text-caption text-ink-2">{words.aheadMore(leftOutCount)}</p>
      )}
    </div>
  );
}

function usePoints({ instalments, bills, canPay }: AheadProps): TimePoint[] {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const dayOf = (date: string) => daysBetween(today(), businessDate(date));
  const own = Object.values(Object.groupBy(instalments, (one) => one.dueDate)).map(
    (group = []): TimePoint => {
      const [first] = group as [DueInstalment];
      const paise = group.reduce((sum, one) => sum + one.duePaise, 0);
      const isOverdue = group.some((one) => one.status === 'overdue');
      return {
        key: first.dueDate,
        day: dayOf(first.dueDate),
        kind: isOverdue ? 'overdue' : first.dueDate === nextDate(instalments) ? 'next' : 'later',
        date: formatDay(first.dueDate, language),
        figure: formatRupees(paise),
        words:
          group.length > 1
            ? words.repaymentsAt(group.length)
            : words.repaymentAt(maskedCardLabel(first.bankName, first.cardMasked)),
        to:
          group.length > 1
            ? to('/dashboard/payments')
            : to('/dashboard/payments/:id', { id: first.paymentId }),
      };
    },
  );
  const others = bills.flatMap(({ card, bill }): TimePoint[] => {
    if (!bill?.dueDate) return [];
    return [
      {
        key: card.id,
        day: dayOf(bill.dueDate),
        kind: 'bill',
        date: formatDay(bill.dueDate, language),
        figure: formatRupees(bill.amountDuePaise),
        words: words.billAt(cardLabel(card.bankName, card.last4)),
        to: canPay
          ? to('/dashboard/pay-bill', { query: { card: card.id, step: '3' } })
          : to('/dashboard/pay-bill'),
      },
    ];
  });
  return [...own, ...others].toSorted((one, other) => one.day - other.day);
}

/** The points that have room on a phone: the earliest, and in any case the next repayment. */
export function shownPoints(points: readonly TimePoint[]): readonly TimePoint[] {
  const first = points.slice(0, POINTS_MAX);
  const next = points.find(({ kind }) => kind === 'next');
  return next === undefined || first.includes(next) ? first : [...first.slice(0, -1), next];
}

/** The day of the next instalment that is not overdue. */
function nextDate(instalments: readonly DueInstalment[]): string | undefined {
  return instalments.find((one) => one.status !== 'overdue')?.dueDate;
}
