import { declareCall } from './endpoint.ts';

/** Cashback for an instalment repaid on time; referral: for a friend; returned: had paid what other money then covered. */
export const REWARD_KINDS = ['cashback', 'returned', 'referral'] as const;

export const listRewards = declareCall({
  name: 'listRewards',
  method: 'GET',
  path: '/rewards',
});
