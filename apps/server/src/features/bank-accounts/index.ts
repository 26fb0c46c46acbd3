export { createBankAccountsService } from './bank-accounts.service.ts';
