export { keepRewards } from './rewards.jobs.ts';
export { endRewards } from './rewards.repo.ts';
