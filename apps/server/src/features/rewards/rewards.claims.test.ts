import { DAY, testClaims } from '#test/claims.ts';
import { expire } from './rewards.repo.ts';

testClaims((lab) => ({
  'a reward that expires': {
    table: 'rewards',
    put: lab.insert(`insert into rewards (user_id, kind, loan_id, from_repayment_id, amount_paise, earned_on, earned_at, expires_on)
      values ($1, 'returned', $1, $1, 100, '2019-01-01', $2, '2020-01-01')`),
    meanwhile: "update rewards set state = 'expired'",
    work: async () => {
      const { rows } = await lab.owner.query<{ userId: string; id: string }>(
        'select user_id as "userId", id from rewards',
      );
      return lab.worker.plain((tx) => expire(tx, rows, DAY, lab.now));
    },
  },
}));
