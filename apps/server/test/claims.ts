import { randomUUID } from 'node:crypto';
import type { BusinessDate } from '@mohlat/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, machineClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from './database.ts';
import { untilWaiting } from './racing.ts';

const clock = createClock(createLog('silent'));
const NOW = clock.now();
export const PAST = new Date('2020-01-01T00:00:00Z');
export const DAY = '2020-02-01' as BusinessDate;

/** A database with a worker, and an owner who puts rows of people who need not be there. */
export interface Claiming {
  readonly owner: pg.Pool;
  readonly worker: Database;
  readonly clock: typeof clock;
  readonly machineClock: typeof machineClock;
  readonly now: Date;
  /** Puts one row of a person; `$2` is the past. */
  readonly insert: (text: string) => (userId: string) => Promise<unknown>;
}

export interface Claim {
  readonly table: string;
  /** Puts one row that is due. */
  readonly put: (userId: string) => Promise<unknown>;
  /** The same row as another worker, or its person, leaves it. */
  readonly meanwhile: string;
  /** Answers how much it did. */
  readonly work: () => Promise<number>;
}

/**
 * Tests work that is looked for without locks and claimed after (decision 121): a row that changes between the two is left alone,
 * and a locked one is passed over.
 */
export function testClaims(claimsOf: (lab: Claiming) => Readonly<Record<string, Claim>>): void {
  let url: string;
  let drop: () => Promise<void>;
  let owner: pg.Pool;
  let worker: Database;
  const claims = claimsOf({
    get owner() {
      return owner;
    },
    get worker() {
      return worker;
    },
    clock,
    machineClock,
    now: NOW,
    insert: (text) => (userId) => owner.query(text, text.includes('$2') ? [userId, PAST] : [userId]),
  });
  beforeAll(async () => {
    ({ url, drop } = await cloneDatabase());
    owner = patientPool(url, undefined, 1);
    await owner.query('set session_replication_role = replica');
    worker = createDatabase(patientPool(url, 'mohlat_worker', 3), clock);
  });
  afterAll(async () => {
    await Promise.all([owner.end(), worker.close()]);
    await drop();
  });

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

  test.each(Object.entries(claims))(
    'LEND-C9: given %s, when somebody holds it, then it is passed over without a wait',
    async (_name, { table, put, work }) => {
      await put(randomUUID());
      await withHolder(table, async (holder) => {
        await holder.query(`select 1 from ${table} for update`);
        expect(await work()).toBe(0);
      });
    },
  );

  test.each(Object.entries(claims))(
    'LEND-C9: given %s, when it changes after the look, then nothing is done to it',
    async (_name, { table, put, meanwhile, work }) => {
      await put(randomUUID());
      await withHolder(table, async (holder) => {
        // Plain reads go on, locks of rows wait.
        await holder.query(`lock table ${table} in exclusive mode`);
        const late = work();
        await untilWaiting(holder);
        await holder.query(meanwhile);
        await holder.query('commit');
        expect(await late).toBe(0);
      });
    },
  );
}
