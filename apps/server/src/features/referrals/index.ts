export { createReferralsService } from './referrals.service.ts';
