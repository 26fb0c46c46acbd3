import type { Feature } from '#features/feature.ts';
import { sweepReferrals } from './referrals.jobs.ts';
import { registerReferrals } from './referrals.routes.ts';
import { createReferralsService } from './referrals.service.ts';

export const referrals: Feature = {
  name: 'referrals',
  routes: (endpoints, parts) => registerReferrals(endpoints, createReferralsService(parts)),
  sweeps: (parts) => ({ referrals: () => sweepReferrals(parts) }),
};
