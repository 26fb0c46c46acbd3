export { BILL_FIGURES } from './overview.rules.ts';
