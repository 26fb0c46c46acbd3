import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { debitOutcomeApproval } from './mandates.decided.ts';
import { mandateJobs, sweepMandates } from './mandates.jobs.ts';
import { registerMandates } from './mandates.routes.ts';
import { createMandatesService } from './mandates.service.ts';

export const mandates: Feature = {
  name: 'mandates',
  routes: (endpoints, parts) => registerMandates(endpoints, createMandatesService(parts)),
  jobs: mandateJobs,
  sweeps: (parts) => ({ mandates: () => sweepMandates(parts) }),
  approvals: (parts) => [debitOutcomeApproval(parts)],
  personalData: [
    { table: 'mandates', topic: 'books', title: { en: 'Autopay', hi: 'ऑटोपे' }, fate: BOOKS },
    {
      table: 'presentations',
      topic: 'books',
      title: { en: 'Debits under autopay', hi: 'ऑटोपे के डेबिट' },
      fate: BOOKS,
    },
  ],
};
