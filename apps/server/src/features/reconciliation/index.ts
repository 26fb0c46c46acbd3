export { FAILURES_MAX, REREAD_DAYS, retryReadAt } from './reconciliation.rules.ts';
export { readDay, tryDay } from './reconciliation.read.ts';
export { countOpen } from './reconciliation.repo.ts';
