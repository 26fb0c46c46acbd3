import { type BusinessDate, istDate } from '@mohlat/money';
import type { Payment } from '@mohlat/contract';

export interface SpendMonth {
  /** `2026-11` */
  readonly month: string;
  readonly paidPaise: number;
  readonly billCount: number;
}

const MONTHS_MAX = 6;

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/**
 * Bills paid by month, without those that may be on their way back; the newest six months, oldest first. A month without any counts as none. Where the list goes on,
 * the month it breaks off in is left out: half a month's sum would be a wrong one.
 */
export function spendByMonth(
  payments: readonly Pick<Payment, 'billStatus' | 'amountPaise' | 'date' | 'frozen'>[],
  isWhole: boolean,
  today: BusinessDate,
): SpendMonth[] {
  const monthOf = (instant: string) => istDate(Date.parse(instant)).slice(0, 7);
  const oldest = payments.map((one) => monthOf(one.date)).toSorted()[0];
  const months: SpendMonth[] = [];
  for (let month = today.slice(0, 7); months.length < MONTHS_MAX; month = monthBefore(month)) {
    if (oldest === undefined || (isWhole ? month < oldest : month <= oldest)) break;
    const paid = payments.filter(
      (one) => one.billStatus === 'paid' && one.frozen === null && monthOf(one.date) === month,
    );
    months.unshift({
      month,
      paidPaise: paid.reduce((sum, one) => sum + one.amountPaise, 0),
      billCount: paid.length,
    });
  }
  return months;
}

/** Columns that are all alike answer nothing. */
export function isEven(months: readonly SpendMonth[]): boolean {
  return months.every((one) => one.paidPaise === months[0]?.paidPaise);
}

/** The months whose sums stand over their columns: the highest, and the newest and the first where there is room beside it. */
export function toldMonths(months: readonly SpendMonth[]): ReadonlySet<string> {
  const sums = months.map((one) => one.paidPaise);
  const highest = sums.lastIndexOf(Math.max(...sums));
  const ends = [0, months.length - 1].filter((index) => Math.abs(index - highest) > 1 && sums[index]! > 0);
  return new Set([highest, ...ends].map((index) => months[index]!.month));
}
