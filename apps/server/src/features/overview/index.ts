export { BOUNCED } from './overview.repo.ts';
export { BILL_FIGURES } from './overview.rules.ts';
