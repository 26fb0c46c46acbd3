import { randomUUID } from 'node:crypto';
import type { BusinessDate } from '@mohlat/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_TABLES } from '#features/all.ts';
import { claimWaiting } from '#features/end-of-day/end-of-day.repo.ts';
import { planDue } from '#features/mandates/mandates.work.repo.ts';
import { eraseRefused } from '#features/privacy/erasure.repo.ts';
import { carryOutRetention } from '#features/privacy/retention.jobs.ts';
import { RETENTION } from '#features/privacy/retention.rules.ts';
import { claimReferrals } from '#features/referrals/referrals.repo.ts';
import { createReviewSweep } from '#features/reviews/reviews.jobs.ts';
import { expire } from '#features/rewards/rewards.repo.ts';
import { createClock, machineClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from './database.ts';
import { until } from './waiting.ts';

// Work that is looked for without locks and claimed after (decision 121): a row that changes between the two is left alone, and one
// that somebody holds is passed over.
const clock = createClock(createLog('silent'));
const NOW = clock.now();
const PAST = new Date('2020-01-01T00:00:00Z');
const DAY = '2020-02-01' as BusinessDate;
let url: string;
let drop: () => Promise<void>;
let owner: pg.Pool;
let worker: Database;
beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
  owner = patientPool(url, undefined, 1);
  // Rows of people who need not be there.
  await owner.query('set session_replication_role = replica');
  worker = createDatabase(patientPool(url, 'mohlat_worker', 3), clock);
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.close()]);
  await drop();
});

let erasedCount = 0;
const erasing = () => ({
  worker,
  clock,
  machineClock,
  log: createLog('silent'),
  held: HELD_TABLES,
  files: {
    eraseAll: async () => {
      erasedCount += 1;
    },
  } as never,
  now: NOW,
});

interface Case {
  readonly table: string;
  /** Puts one row that is due. */
  readonly put: (userId: string) => Promise<unknown>;
  /** The same row as another worker, or its person, leaves it. */
  readonly meanwhile: string;
  /** Answers how much it did. */
  readonly work: () => Promise<number>;
}

const insert = (text: string) => (userId: string) =>
  owner.query(text, text.includes('$2') ? [userId, PAST] : [userId]);

const CASES: Readonly<Record<string, Case>> = {
  'a mandate whose debits are planned': {
    table: 'mandates',
    put: insert(`insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at, confirmed_at, plan_at)
      values ($1, new_id(), $1, 'enach', 'active', 600000, '2030-01-01', 'token', $2, $2, $2)`),
    meanwhile: "update mandates set plan_at = now() + interval '1 day'",
    work: () => worker.plain((tx) => planDue(tx, NOW, 10)),
  },
  'a review the desk is asked about': {
    table: 'reviews',
    put: insert(`insert into reviews (user_id, id, kind, subject_id, created_at, next_look_at)
      values ($1, new_id(), 'pan', $1, $2, $2)`),
    meanwhile: "update reviews set status = 'withdrawn', decided_at = now(), applied_at = now()",
    work: () => createReviewSweep({ worker, clock, providers: { reviewDesk: {} } as never })(),
  },
  'a reward that expires': {
    table: 'rewards',
    put: insert(`insert into rewards (user_id, kind, loan_id, from_repayment_id, amount_paise, earned_on, earned_at, expires_on)
      values ($1, 'returned', $1, $1, 100, '2019-01-01', $2, '2020-01-01')`),
    meanwhile: "update rewards set state = 'expired'",
    work: async () => {
      const { rows } = await owner.query<{ id: string }>('select id from rewards');
      return worker.plain((tx) =>
        expire(
          tx,
          rows.map(({ id }) => id),
          DAY,
          NOW,
        ),
      );
    },
  },
  'a referral that is looked at': {
    table: 'referrals',
    put: insert(
      'insert into referrals (user_id, referred_id, created_at) values ($1, gen_random_uuid(), $2)',
    ),
    meanwhile: 'update referrals set looked_at = now()',
    work: async () => (await worker.plain((tx) => claimReferrals(tx, PAST, NOW, 10))).length,
  },
  'a person whose day is closed': {
    table: 'credit_accounts',
    put: async (userId) => {
      await insert(`insert into credit_accounts (user_id, state, updated_at) values ($1, 'active', $2)`)(
        userId,
      );
      await owner.query(
        `insert into loan_days (user_id, loan_id, closed_through_on, next_on) values ($1, $1, $2::date - 1, $2)`,
        [userId, DAY],
      );
    },
    meanwhile: `update loan_days set closed_through_on = '${DAY}', next_on = '2030-01-01'`,
    work: async () => {
      const { rows } = await owner.query<{ user_id: string }>('select user_id from loan_days');
      const people = rows.map((row) => row.user_id);
      return (await worker.plain((tx) => claimWaiting(tx, DAY, people))).length;
    },
  },
  'a refused application that is erased': {
    table: 'credit_accounts',
    put: insert(`insert into credit_accounts (user_id, state, updated_at) values ($1, 'declined', $2)`),
    meanwhile: "update credit_accounts set state = 'active'",
    work: async () => (await worker.plain((tx) => eraseRefused(tx, erasing(), 10))).gone,
  },
  'a closed account whose rows are erased': {
    table: 'account_closures',
    put: insert(`insert into account_closures (user_id, standing, answer, closed_at, erased_at)
      values ($1, 'applicant', '{}', '1990-01-01', $2)`),
    meanwhile: `update account_closures set done = array[${RETENTION.map(({ id }) => `'${id}'`).join(', ')}]`,
    work: async () => {
      erasedCount = 0;
      await carryOutRetention(erasing());
      return erasedCount;
    },
  },
};

const isClaiming = async () => {
  const { rowCount } = await owner.query(
    "select 1 from pg_stat_activity where datname = current_database() and query like '%_claim%' and wait_event_type = 'Lock'",
  );
  return rowCount ? true : undefined;
};

async function withHolder(table: string, work: (holder: pg.Client) => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin; set local session_replication_role = replica');
    await work(holder);
  } finally {
    await holder.end();
    await owner.query(`delete from loan_days; delete from ${table}`);
  }
}

test.each(Object.entries(CASES))(
  'LEND-C9: given %s, when somebody holds it, then it is passed over without a wait',
  async (_name, { table, put, work }) => {
    await put(randomUUID());
    await withHolder(table, async (holder) => {
      await holder.query(`select 1 from ${table} for update`);
      expect(await work()).toBe(0);
    });
  },
);

test.each(Object.entries(CASES))(
  'LEND-C9: given %s, when it changes after the look, then nothing is done to it',
  async (_name, { table, put, meanwhile, work }) => {
    await put(randomUUID());
    await withHolder(table, async (holder) => {
      // Plain reads go on, locks of rows wait.
      await holder.query(`lock table ${table} in exclusive mode`);
      const late = work();
      await until(isClaiming);
      await holder.query(meanwhile);
      await holder.query('commit');
      expect(await late).toBe(0);
    });
  },
);
