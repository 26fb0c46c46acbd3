import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { repaymentJobs, sweepRepayments } from './repayments.jobs.ts';
import { registerRepayments } from './repayments.routes.ts';
import { createRepaymentsService } from './repayments.service.ts';

export const repayments: Feature = {
  name: 'repayments',
  routes: (endpoints, parts) => registerRepayments(endpoints, createRepaymentsService(parts)),
  jobs: repaymentJobs,
  sweeps: (parts) => ({ repayments: () => sweepRepayments(parts) }),
  personalData: [
    { table: 'repayments', topic: 'books', title: { en: 'Repayments', hi: 'चुकौतियाँ' }, fate: BOOKS },
    // A part paid early writes instalments anew.
    { table: 'instalments', topic: 'books', title: { en: 'Instalments', hi: 'किस्तें' }, fate: BOOKS },
    {
      table: 'allocations',
      topic: 'books',
      title: { en: 'What each repayment covered', hi: 'हर चुकौती से क्या चुका' },
      fate: BOOKS,
    },
  ],
};
