export { askForRefund, type RefundAnswer } from './refunds.ask.ts';
export { startRefunds } from './refunds.repo.ts';
