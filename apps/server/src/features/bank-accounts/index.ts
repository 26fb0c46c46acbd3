export { bankAccountJobs, sweepBankAccounts } from './bank-accounts.jobs.ts';
export { registerBankAccounts } from './bank-accounts.routes.ts';
export { createBankAccountsService } from './bank-accounts.service.ts';
