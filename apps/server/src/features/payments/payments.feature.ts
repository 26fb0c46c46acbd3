import type { Feature } from '#features/feature.ts';
import { paymentJobs, sweepPayments, takeUpJob } from './payments.jobs.ts';
import { railOutcomeApproval } from './payments.outcome.ts';
import { registerPayments } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

export const payments: Feature = {
  name: 'payments',
  routes: (endpoints, parts) => registerPayments(endpoints, createPaymentsService(parts)),
  jobs(parts) {
    const deps = { ...parts, remitterName: parts.lender.name };
    return [...paymentJobs(deps), takeUpJob(deps)];
  },
  sweeps: (parts) => ({ payments: () => sweepPayments(parts) }),
  approvals: (parts) => [railOutcomeApproval(parts)],
};
