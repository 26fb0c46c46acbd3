export { keepRewards, rewardJobs, sweepRewards } from './rewards.jobs.ts';
export { lockBoundRewards, spendRewards } from './rewards.repo.ts';
export { registerRewards } from './rewards.routes.ts';
export { bindRewards, createRewardsService } from './rewards.service.ts';
