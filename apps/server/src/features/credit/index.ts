export { proposableMax } from './credit.propose.ts';
export { settleStanding } from '#features/lending/index.ts';
