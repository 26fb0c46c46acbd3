export { bankAccountJobs, sweepBankAccounts } from './bank-accounts.jobs.ts';
export { bankAccountReview } from './bank-accounts.review.ts';
export { registerBankAccounts } from './bank-accounts.routes.ts';
export { createBankAccountsService } from './bank-accounts.service.ts';
