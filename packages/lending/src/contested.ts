import type { BusinessDate } from '@mohlat/money';

/** The time in which a payer's bank disputed a repayment of a loan, and the dispute waited for its end. */
export interface ContestedDays {
  /** The newest day of the loan that was opened when we heard of the dispute. */
  readonly openedOn: BusinessDate;
  /** The day on which it was won or lost, or two people decided it; null while it waits. */
  readonly endedOn: BusinessDate | null;
}

/** True while a bank disputes a repayment: no charge is levied for a debit that is returned. Rule: LEND-23 */
export function isContested(disputes: readonly ContestedDays[]): boolean {
  return disputes.some(({ endedOn }) => endedOn === null);
}

/**
 * True at the opening of a day on which a dispute waited that was heard of after the opening before: no late charge is levied there,
 * also where the close is days behind. What was opened before stands, and a replay of the day finds the same. Rule: LEND-23
 */
export function isContestedAtOpening(disputes: readonly ContestedDays[], day: BusinessDate): boolean {
  return disputes.some(({ openedOn, endedOn }) => openedOn < day && (endedOn === null || day <= endedOn));
}
