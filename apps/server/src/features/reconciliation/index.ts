export { openBreak } from './breaks.ts';
export { readDay, tryDay } from './reconciliation.read.ts';
export { countOpen, moveFloat } from './reconciliation.repo.ts';
