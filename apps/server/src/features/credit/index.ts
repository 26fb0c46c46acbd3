export { createEvidenceService, createIncomeReview } from './credit.evidence.ts';
export { registerCredit } from './credit.routes.ts';
export { createCreditService } from './credit.service.ts';
export { createStandingSweep } from './credit.standing.ts';
