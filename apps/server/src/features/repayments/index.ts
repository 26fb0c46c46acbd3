export { DEBITS_CHANGED } from './repayments.repo.ts';
export {
  beginDebit,
  creditDebit,
  creditDecidedDebit,
  failRepayment,
  isDebitCredited,
  isDebitOpen,
  isMoneyCredited,
} from './repayments.debit.ts';
export { confirmCheckout } from './repayments.confirm.ts';
export { creditIdentified, takeIdentifiedBack } from './repayments.identified.ts';
export type { RepaymentCover, WantedRepayment } from './cover.ts';
export {
  findRepayment,
  insertRepayment,
  lockForSettlement,
  lockStarts,
  type RepaymentIds,
  type RepaymentRow,
  saveOrder,
  saveOutcome,
  IS_PAID_BY_LINK,
  TAKEN_BACK_ON,
} from './repayments.repo.ts';
export { createOrder, insertCheckout, reuseOrder } from './repayments.start.ts';
export { noDuesNotice } from './repayments.notices.ts';
export { releaseAsked } from './repayments.release.ts';
export { AGREEMENT_AGAIN, AGREEMENT_OVER } from './repayments.agreement.ts';
export { isReversible, type ReversedRepayment, reverseRepayment } from './repayments.reverse.ts';
export { restoreRepayment } from './repayments.restore.ts';
export { type EnquiryDeps } from './repayments.enquiry.ts';
export { creditOrder, namedByReceipt } from './repayments.stray.ts';
export { creditTo, type SettleDeps } from './repayments.settle.ts';
