export { openBreak } from './breaks.ts';
export { readDay, reconciliationJobs, sweepReconciliation, tryDay } from './reconciliation.read.ts';
export { countOpen, moveFloat } from './reconciliation.repo.ts';
export { registerReconciliation } from './reconciliation.routes.ts';
export { railApprovals } from './reconciliation.approvals.ts';
export { createReconciliationService } from './reconciliation.service.ts';
