import { ENDINGS, HELD_TABLES } from '#features/all.ts';
import { claimWaiting } from '#features/end-of-day/end-of-day.repo.ts';
import { planDue } from '#features/mandates/mandates.work.repo.ts';
import { eraseRefused } from '#features/privacy/erasure.repo.ts';
import { carryOutRetention } from '#features/privacy/retention.jobs.ts';
import { RETENTION } from '#features/privacy/retention.rules.ts';
import { createReviewSweep } from '#features/reviews/reviews.jobs.ts';
import { createLog } from '#platform/log/log.ts';
import { type Claim, DAY, testClaims } from './claims.ts';

testClaims((lab): Readonly<Record<string, Claim>> => {
  let erasedCount = 0;
  const erasing = () => ({
    worker: lab.worker,
    clock: lab.clock,
    machineClock: lab.machineClock,
    log: createLog('silent'),
    held: HELD_TABLES,
    endings: ENDINGS,
    files: {
      eraseAll: async () => {
        erasedCount += 1;
      },
    } as never,
    now: lab.now,
  });
  return {
    'a mandate whose debits are planned': {
      table: 'mandates',
      put: lab.insert(`insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at, confirmed_at, plan_at)
      values ($1, new_id(), $1, 'enach', 'active', 600000, '2030-01-01', 'token', $2, $2, $2)`),
      meanwhile: "update mandates set plan_at = now() + interval '1 day'",
      work: () => lab.worker.plain((tx) => planDue(tx, lab.now, 10)),
    },
    'a review the desk is asked about': {
      table: 'reviews',
      put: lab.insert(`insert into reviews (user_id, id, kind, subject_id, created_at, next_look_at)
      values ($1, new_id(), 'pan', $1, $2, $2)`),
      meanwhile: "update reviews set status = 'withdrawn', decided_at = now(), applied_at = now()",
      work: () =>
        createReviewSweep({ worker: lab.worker, clock: lab.clock, providers: { reviewDesk: {} } as never })(),
    },
    'a person whose day is closed': {
      table: 'credit_accounts',
      put: async (userId) => {
        await lab.insert(
          `insert into credit_accounts (user_id, state, updated_at) values ($1, 'active', $2)`,
        )(userId);
        await lab.owner.query(
          `insert into loan_days (user_id, loan_id, closed_through_on, next_on) values ($1, $1, $2::date - 1, $2)`,
          [userId, DAY],
        );
      },
      meanwhile: `update loan_days set closed_through_on = '${DAY}', next_on = '2030-01-01'`,
      work: async () => {
        const { rows } = await lab.owner.query<{ user_id: string }>('select user_id from loan_days');
        const people = rows.map((row) => row.user_id);
        return (await lab.worker.plain((tx) => claimWaiting(tx, DAY, people))).length;
      },
    },
    'a refused application that is erased': {
      table: 'credit_accounts',
      put: lab.insert(`insert into credit_accounts (user_id, state, updated_at) values ($1, 'declined', $2)`),
      meanwhile: "update credit_accounts set state = 'active'",
      work: async () => (await lab.worker.plain((tx) => eraseRefused(tx, erasing(), 10))).gone,
    },
    'a closed account whose rows are erased': {
      table: 'account_closures',
      put: lab.insert(`insert into account_closures (user_id, standing, answer, closed_at, erased_at)
      values ($1, 'applicant', '{}', '1990-01-01', $2)`),
      meanwhile: `update account_closures set done = array[${RETENTION.map(({ id }) => `'${id}'`).join(', ')}]`,
      work: async () => {
        erasedCount = 0;
        await carryOutRetention(erasing());
        return erasedCount;
      },
    },
  };
});
