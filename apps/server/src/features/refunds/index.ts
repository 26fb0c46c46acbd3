export { askForRefund, type RefundAnswer } from './refunds.ask.ts';
export { findExcess, startRefunds } from './refunds.repo.ts';
