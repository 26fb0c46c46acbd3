import { BOOKS, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { railApprovals } from './reconciliation.approvals.ts';
import { RECONCILIATION_FIGURES } from './reconciliation.figures.ts';
import { reconciliationJobs, sweepReconciliation } from './reconciliation.read.ts';
import { registerReconciliation } from './reconciliation.routes.ts';
import { createReconciliationService } from './reconciliation.service.ts';

export const reconciliation: Feature = {
  name: 'reconciliation',
  routes: (endpoints, parts) => registerReconciliation(endpoints, createReconciliationService(parts)),
  jobs: reconciliationJobs,
  sweeps: (parts) => ({ reconciliation: () => sweepReconciliation(parts) }),
  approvals: railApprovals,
  figures: RECONCILIATION_FIGURES,
  personalData: [
    {
      table: 'rail_rows',
      topic: 'books',
      title: { en: 'What the bill network said of payments', hi: 'बिल नेटवर्क ने भुगतानों के बारे में जो बताया' },
      leftOut: OWN_MARKS,
      fate: BOOKS,
    },
    {
      table: 'loan_freezes',
      topic: 'books',
      title: { en: 'Times a loan was frozen', hi: 'जब ऋण रोका गया' },
      fate: BOOKS,
    },
    {
      table: 'reconciliation_breaks',
      topic: 'books',
      title: { en: 'Differences being cleared', hi: 'जिन अंतरों की जाँच चल रही है' },
      leftOut: OWN_MARKS,
      fate: BOOKS,
    },
  ],
};
