export { proposableMax } from './credit.propose.ts';
