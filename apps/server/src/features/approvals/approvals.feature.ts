import type { Feature } from '#features/feature.ts';
import { registerApprovals } from './approvals.routes.ts';
import { createApprovalsService, sweepApprovals } from './approvals.service.ts';

export const approvals: Feature = {
  name: 'approvals',
  routes: (endpoints, parts) => registerApprovals(endpoints, createApprovalsService(parts)),
  sweeps: (parts) => ({ approvals: () => sweepApprovals(parts) }),
};
