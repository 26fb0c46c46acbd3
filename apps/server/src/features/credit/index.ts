export { createEvidenceService, createIncomeReview } from './credit.evidence.ts';
export { registerCredit } from './credit.routes.ts';
export { createCreditService } from './credit.service.ts';
export { limitApproval, proposableMax, registerLimitProposals } from './credit.propose.ts';
export { registerReinstatement, reinstatementApproval } from './credit.reinstate.ts';
export { settleStanding } from '#features/lending/index.ts';
export { createStandingSweep, creditJobs } from './credit.standing.ts';
