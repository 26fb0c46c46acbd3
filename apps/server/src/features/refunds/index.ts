export { askForRefund, type Leave, type RefundAnswer } from './refunds.ask.ts';
export { dropUnsent, findExcess, isReturnProposed, resumeRefunds, startRefunds } from './refunds.repo.ts';
export { findTransferDue } from './refunds.transfer.ts';
export { clearReview, findTaken, giveAgain } from './refunds.taken.ts';
