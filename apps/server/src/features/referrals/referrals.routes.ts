import { listReferrals } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { ReferralsService } from './referrals.service.ts';

export function registerReferrals(endpoints: EndpointRegistry, referrals: ReferralsService): void {
  endpoints.handle(listReferrals, ({ actor, query }) => referrals.list(actor, query));
}
