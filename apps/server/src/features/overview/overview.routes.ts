import { getOverview } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { OverviewService } from './overview.service.ts';

export function registerOverview(endpoints: EndpointRegistry, overview: OverviewService): void {
  endpoints.handle(getOverview, ({ actor, query }) => overview.get(actor, query));
}
