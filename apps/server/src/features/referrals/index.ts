export { sweepReferrals } from './referrals.jobs.ts';
export { registerReferrals } from './referrals.routes.ts';
export { createReferralsService } from './referrals.service.ts';
