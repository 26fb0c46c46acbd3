export { type DebitInReview, debitOutcomeApproval, listDebitsInReview } from './mandates.decided.ts';
export { mandateJobs, sweepMandates } from './mandates.jobs.ts';
export { registerMandates } from './mandates.routes.ts';
export { createMandatesService } from './mandates.service.ts';
