export { refundApproval } from './refunds.approval.ts';
export { refundJobs, sweepRefunds } from './refunds.jobs.ts';
export { startRefunds } from './refunds.repo.ts';
