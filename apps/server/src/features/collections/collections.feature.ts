import type { Feature } from '#features/feature.ts';
import { chargebackApproval } from './collections.answers.approval.ts';
import { createAnswersService } from './collections.answers.service.ts';
import { receiptApproval } from './collections.approvals.ts';
import { collectionJobs, sweepCollections } from './collections.jobs.ts';
import { registerChargebacks, registerCollections } from './collections.routes.ts';
import { createCollectionsService } from './collections.service.ts';

export const collections: Feature = {
  name: 'collections',
  routes(endpoints, parts) {
    registerCollections(endpoints, createCollectionsService(parts));
    registerChargebacks(endpoints, createAnswersService(parts));
  },
  jobs: collectionJobs,
  sweeps: (parts) => ({ collections: () => sweepCollections(parts) }),
  approvals: (parts) => [receiptApproval(parts), chargebackApproval()],
};
