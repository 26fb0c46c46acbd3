export { floatGauges, sweepFloat } from './float.jobs.ts';
export { findFloat } from './float.repo.ts';
