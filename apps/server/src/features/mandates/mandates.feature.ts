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
};
