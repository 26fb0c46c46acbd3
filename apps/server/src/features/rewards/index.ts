export { keepRewards } from './rewards.jobs.ts';
export { lockBoundRewards, spendRewards } from './rewards.repo.ts';
export { bindRewards } from './rewards.service.ts';
