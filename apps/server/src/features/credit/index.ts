export { limitProposals, proposableMax } from './credit.propose.ts';
