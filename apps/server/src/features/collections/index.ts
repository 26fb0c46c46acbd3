export { chargebackApproval } from './collections.answers.approval.ts';
export { IS_WAITING } from './collections.answers.repo.ts';
export { createAnswersService } from './collections.answers.service.ts';
export { receiptApproval } from './collections.approvals.ts';
export { collectionJobs, sweepCollections } from './collections.jobs.ts';
export { registerChargebacks, registerCollections } from './collections.routes.ts';
export { createCollectionsService } from './collections.service.ts';
