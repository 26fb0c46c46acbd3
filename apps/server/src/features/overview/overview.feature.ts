import { getOverview } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createOverviewService, type OverviewService, sweepOverview } from './overview.service.ts';
import { overviewJobs } from './overview.book.ts';

export const overview: Feature = {
  name: 'overview',
  routes: (endpoints, parts) => registerOverview(endpoints, createOverviewService(parts)),
  jobs: overviewJobs,
  sweeps: (parts) => ({ overview: () => sweepOverview(parts) }),
};

function registerOverview(endpoints: EndpointRegistry, overview: OverviewService): void {
  endpoints.handle(getOverview, ({ actor, query }) => overview.get(actor, query));
}
