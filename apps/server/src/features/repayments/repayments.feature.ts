import type { Feature } from '#features/feature.ts';
import { repaymentJobs, sweepRepayments } from './repayments.jobs.ts';
import { registerRepayments } from './repayments.routes.ts';
import { createRepaymentsService } from './repayments.service.ts';

export const repayments: Feature = {
  name: 'repayments',
  routes: (endpoints, parts) => registerRepayments(endpoints, createRepaymentsService(parts)),
  jobs: repaymentJobs,
  sweeps: (parts) => ({ repayments: () => sweepRepayments(parts) }),
};
