import type { Feature } from '#features/feature.ts';
import { registerOverview } from './overview.routes.ts';
import { createOverviewService, sweepOverview } from './overview.service.ts';

export const overview: Feature = {
  name: 'overview',
  routes: (endpoints, parts) => registerOverview(endpoints, createOverviewService(parts)),
  sweeps: (parts) => ({ overview: () => sweepOverview(parts) }),
};
