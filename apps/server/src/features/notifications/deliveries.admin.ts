import { listDeliveries } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { showDeliveries } from './deliveries.service.ts';

export function registerDeliveries(
  endpoints: EndpointRegistry,
  deps: Pick<FeatureContext, 'staff' | 'clock'>,
): void {
  endpoints.handle(listDeliveries, ({ actor, params, query, request }) => {
    const look = { userId: params.id, ip: clientAddress(request), requestId: request.id };
    return showDeliveries(deps, actor, look, query);
  });
}
