import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { refundApproval } from './refunds.approval.ts';
import { refundJobs, sweepRefunds } from './refunds.jobs.ts';

export const refunds: Feature = {
  name: 'refunds',
  jobs: refundJobs,
  sweeps: (parts) => ({ refunds: () => sweepRefunds(parts) }),
  approvals: () => [refundApproval()],
  personalData: [
    { table: 'refunds', topic: 'books', title: { en: 'Money returned', hi: 'लौटाए गए पैसे' }, fate: BOOKS },
  ],
};
