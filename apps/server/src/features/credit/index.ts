export { createEvidenceService } from './credit.evidence.ts';
export { createCreditService } from './credit.service.ts';
export { proposableMax } from './credit.propose.ts';
export { settleStanding } from '#features/lending/index.ts';
