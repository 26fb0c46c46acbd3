import type { Feature } from '#features/feature.ts';
import { lossApprovals } from './losses.approvals.ts';
import { registerLosses } from './losses.routes.ts';
import { createLossesService } from './losses.service.ts';
import { lossJobs } from './losses.tell.ts';

export const losses: Feature = {
  name: 'losses',
  routes: (endpoints, parts) => registerLosses(endpoints, createLossesService(parts)),
  jobs: lossJobs,
  approvals: lossApprovals,
};
