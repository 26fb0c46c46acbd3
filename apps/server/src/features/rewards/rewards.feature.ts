import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { rewardJobs, sweepRewards } from './rewards.jobs.ts';
import { registerRewards } from './rewards.routes.ts';
import { createRewardsService } from './rewards.service.ts';

export const rewards: Feature = {
  name: 'rewards',
  routes: (endpoints, parts) => registerRewards(endpoints, createRewardsService(parts)),
  jobs: rewardJobs,
  sweeps: (parts) => ({ rewards: () => sweepRewards(parts) }),
  personalData: [{ table: 'rewards', topic: 'books', title: { en: 'Rewards', hi: 'रिवॉर्ड' }, fate: BOOKS }],
};
