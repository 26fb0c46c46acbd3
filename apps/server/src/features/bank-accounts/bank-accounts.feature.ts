import type { Feature } from '#features/feature.ts';
import { bankAccountJobs, sweepBankAccounts } from './bank-accounts.jobs.ts';
import { bankAccountReview } from './bank-accounts.review.ts';
import { registerBankAccounts } from './bank-accounts.routes.ts';
import { createBankAccountsService } from './bank-accounts.service.ts';

export const bankAccounts: Feature = {
  name: 'bank-accounts',
  routes: (endpoints, parts) => registerBankAccounts(endpoints, parts, createBankAccountsService(parts)),
  jobs: bankAccountJobs,
  sweeps: (parts) => ({ bankAccounts: () => sweepBankAccounts(parts) }),
  reviews: (parts) => [bankAccountReview(parts)],
};
