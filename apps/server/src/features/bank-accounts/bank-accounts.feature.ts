import { ALWAYS_ERASED } from '#features/personal-data.ts';
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
  personalData: [
    {
      table: 'bank_accounts',
      topic: 'bank',
      title: { en: 'Bank accounts', hi: 'बैंक खाते' },
      opened: ['number_sealed'],
      fate: ALWAYS_ERASED,
    },
    {
      table: 'bank_account_checks',
      topic: 'bank',
      title: { en: 'Questions asked of your bank', hi: 'आपके बैंक से पूछे गए प्रश्न' },
      fate: ALWAYS_ERASED,
    },
  ],
  sealed: [
    { table: 'bank_accounts', column: 'number_sealed', context: 'bank-account:{id}', role: 'mohlat_worker' },
  ],
};
