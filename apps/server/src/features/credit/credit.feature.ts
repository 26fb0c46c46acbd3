import type { Feature } from '#features/feature.ts';
import { createEvidenceService, createIncomeReview } from './credit.evidence.ts';
import { limitApproval, registerLimitProposals } from './credit.propose.ts';
import { registerReinstatement, reinstatementApproval } from './credit.reinstate.ts';
import { registerCredit } from './credit.routes.ts';
import { createCreditService } from './credit.service.ts';
import { createStandingSweep, creditJobs } from './credit.standing.ts';

export const credit: Feature = {
  name: 'credit',
  routes(endpoints, parts) {
    registerCredit(endpoints, createCreditService(parts), createEvidenceService(parts));
    registerReinstatement(endpoints, parts);
    registerLimitProposals(endpoints, parts);
  },
  jobs: creditJobs,
  sweeps: (parts) => ({ standing: createStandingSweep(parts) }),
  reviews: (parts) => [createIncomeReview(parts)],
  approvals: (parts) => [reinstatementApproval(), limitApproval(parts)],
};
