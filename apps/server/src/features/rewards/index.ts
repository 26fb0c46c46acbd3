export { keepRewards } from './rewards.jobs.ts';
