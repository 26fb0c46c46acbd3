export { FAILURES_MAX, retryReadAt } from './reconciliation.rules.ts';
export { readDay, tryDay } from './reconciliation.read.ts';
export { countOpen } from './reconciliation.repo.ts';
