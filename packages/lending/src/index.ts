export * from './absence.ts';
export * from './accounts.ts';
export * from './arrears.ts';
export * from './accrue.ts';
export * from './after.ts';
export * from './after-receipt.ts';
export {
  completedAgreement,
  isDebtProposed,
  isHolding,
  isPayable,
  agreedAtOf,
  lastDayOf,
  restOfAgreement,
  standingCharges,
} from './agreement.ts';
export * from './is-back-dated.ts';
export * from './backdate.ts';
export * from './bank-movements.ts';
export * from './booking-day.ts';
export * from './borrower-class.ts';
export * from './borrower.ts';
export * from './bounce.ts';
export * from './bureau.ts';
export * from './bureau-dates.ts';
export * from './chargebacks.ts';
export { daysPastDue, pastDueAt } from './classify.ts';
export * from './close-day.ts';
export * from './courses.ts';
export type { Schedule } from './dated.ts';
export * from './debit-plan.ts';
export * from './decision.ts';
export * from './differences.ts';
export * from './doubled.ts';
export * from './journal-fields.ts';
export * from './foresee.ts';
export * from './float.ts';
export * from './freeze.ts';
export * from './journals.ts';
export * from './gst.ts';
export { isInHardship, isLasting } from './hardship.ts';
export * from './loan-booked.ts';
export * from './loan-journals.ts';
export * from './part-limits.ts';
export type { PartPrepaymentRefusal } from './part-prepayment.ts';
export * from './past.ts';
export * from './presentations.ts';
export { type Proposal } from './proposed.ts';
export * from './punctual.ts';
export * from './quotes.ts';
export * from './rail-cleared.ts';
export * from './rail-list.ts';
export * from './rail-min.ts';
export * from './rail-money.ts';
export * from './rail-opened.ts';
export * from './rail-verdicts.ts';
export * from './receive.ts';
export * from './received.ts';
export * from './referral-bills.ts';
export * from './referral-rewards.ts';
export * from './refund-journals.ts';
export * from './receipt-disputes.ts';
export * from './refund-transfers.ts';
export * from './refunds-due.ts';
export * from './relief.ts';
export * from './limit-room.ts';
export * from './resolutions.ts';
export * from './rewards.ts';
export * from './settlement-file.ts';
export * from './source.ts';
export * from './standing.ts';
export * from './standing-on.ts';
export { closedBefore, type TakenBack } from './take-back.ts';
export * from './tax-documents.ts';
export * from './transfers.ts';
export * from './write-off.ts';
