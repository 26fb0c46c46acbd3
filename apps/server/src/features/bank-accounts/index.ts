export { registerBankAccounts } from './bank-accounts.routes.ts';
