import { PAST, testClaims } from '#test/claims.ts';
import { claimReferrals } from './referrals.repo.ts';

testClaims((lab) => ({
  'a referral that is looked at': {
    table: 'referrals',
    put: lab.insert(
      'insert into referrals (user_id, referred_id, created_at) values ($1, gen_random_uuid(), $2)',
    ),
    meanwhile: 'update referrals set looked_at = now()',
    work: async () => (await lab.worker.plain((tx) => claimReferrals(tx, PAST, lab.now, 10))).length,
  },
}));
