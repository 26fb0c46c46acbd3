import type { Feature } from '#features/feature.ts';
import { railApprovals } from './reconciliation.approvals.ts';
import { reconciliationJobs, sweepReconciliation } from './reconciliation.read.ts';
import { registerReconciliation } from './reconciliation.routes.ts';
import { createReconciliationService } from './reconciliation.service.ts';

export const reconciliation: Feature = {
  name: 'reconciliation',
  routes: (endpoints, parts) => registerReconciliation(endpoints, createReconciliationService(parts)),
  jobs: reconciliationJobs,
  sweeps: (parts) => ({ reconciliation: () => sweepReconciliation(parts) }),
  approvals: railApprovals,
};
