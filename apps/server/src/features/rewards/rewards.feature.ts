import { listRewards } from '@mohlat/contract';
import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { rewardCover } from './rewards.cover.ts';
import { rewardJobs, sweepRewards } from './rewards.jobs.ts';
import { endRewards, listUnended } from './rewards.repo.ts';
import { createRewardsService, type RewardsService } from './rewards.service.ts';

export const rewards: Feature = {
  name: 'rewards',
  routes: (endpoints, parts) => registerRewards(endpoints, createRewardsService(parts)),
  jobs: rewardJobs,
  sweeps: (parts) => ({ rewards: () => sweepRewards(parts) }),
  cover: rewardCover,
  ending: { listLeft: listUnended, end: endRewards },
  personalData: [{ table: 'rewards', topic: 'books', title: { en: 'Rewards', hi: 'रिवॉर्ड' }, fate: BOOKS }],
};

function registerRewards(endpoints: EndpointRegistry, rewards: RewardsService): void {
  endpoints.handle(listRewards, ({ actor, query }) => rewards.list(actor, query));
}
