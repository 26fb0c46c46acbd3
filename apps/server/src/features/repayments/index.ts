export { beginDebit, creditDebit, failRepayment } from './repayments.debit.ts';
export { repaymentJobs, sweepRepayments } from './repayments.jobs.ts';
export { registerRepayments } from './repayments.routes.ts';
export { createRepaymentsService } from './repayments.service.ts';
