export { askForRefund, type Leave, type RefundAnswer } from './refunds.ask.ts';
export { dropUnsent, findExcess, resumeRefunds, startRefunds } from './refunds.repo.ts';
