import { type Standing, standingOn, type WrittenLateness, writtenDaysPastDue } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';

/*
 * The lateness of loans and people, for lists of many. SQL finds the written facts; the kernel computes what follows from them.
 */

/** Joins as `g` the newest fact of the loan `d` (a row of loan_days) at its last close. */
export const NEWEST_FACT = `left join lateral (
    select f.business_on, f.dpd, f.class from dpd_log f
    where f.user_id = d.user_id and f.loan_id = d.loan_id and f.is_active and f.business_on <= loan_closed_through(d.closed_through_on, d.next_on)
    order by f.business_on desc limit 1
  ) g on true`;

/** The columns of `LoanFact`, from `d` and `g`. Nothing is late of a loan that ended, though its last fact stands for good. */
export const LOAN_FACT = `loan_closed_through(d.closed_through_on, d.next_on) as fact_through_on,
  case when d.is_open and g.dpd is not null then json_build_object('on', g.business_on, 'dpd', g.dpd, 'class', g.class) end as fact`;

export interface LoanFact {
  /** The last closed day; null without a loan. */
  readonly fact_through_on: BusinessDate | null;
  /** Null without a loan, of one that ended, and before the first close. */
  readonly fact: Standing | null;
}

/** Days past due of a loan at its last close. Rule: LEND-D6 */
export function dpdOf({ fact, fact_through_on: day }: LoanFact): number {
  if (fact === null || day === null) return 0;
  return standingOn({ standings: [fact] }, day)?.dpd ?? 0;
}

/**
 * A condition for lists: the fact `g` was so many days past due on the day `on`, or more. It compares the day since when the loan is late
 * with another; `days` and `on` are SQL. A test compares it with the kernel on each day of random lives.
 * Rule: LEND-D6
 */
export const isLateFor = (days: string, on = 'loan_closed_through(d.closed_through_on, d.next_on)') =>
  `coalesce(g.dpd > 0 and g.business_on - g.dpd <= ${on} - ${days}, false)`;

/** The columns of `AccountFact`, from the credit account `c`. */
export const ACCOUNT_FACT = `coalesce(c.days_past_due, 0) as "daysPastDue", c.past_due_on as "pastDueOn",
  nullif(book_closed_through(), '-infinity') as "bookClosedOn"`;

export interface AccountFact extends WrittenLateness {
  /** The last day that is closed for everybody. */
  readonly bookClosedOn: BusinessDate | null;
}

/** Days past due of a person's account at the last close of the whole book. Rule: LEND-D6 */
export function accountDpdOf({ bookClosedOn, ...written }: AccountFact): number {
  return writtenDaysPastDue(written, bookClosedOn ?? undefined);
}
