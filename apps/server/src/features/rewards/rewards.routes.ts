import { listRewards } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { RewardsService } from './rewards.service.ts';

export function registerRewards(endpoints: EndpointRegistry, rewards: RewardsService): void {
  endpoints.handle(listRewards, ({ actor, query }) => rewards.list(actor, query));
}
