import { randomUUID } from 'node:crypto';
import { businessDate } from '@mohlat/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createDatabase, type Database, type Tx } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { announceEach } from './announce-each.ts';
import { createMessenger } from './messages.ts';
import type { Notice } from './notice.ts';
import { listLines } from './texts/lines.ts';
import { createNotifier } from './notify.ts';
import { writtenDay } from './texts/write.ts';

/** Half past ten at night in India. */
const NIGHT = new Date('2026-11-20T17:00:00Z');
const NOON = new Date('2026-11-20T06:30:00Z');

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let owner: pg.Pool;
let pool: pg.Pool;
let worker: Database;
const vault = createVault([{ id: 'k1', bytes: Buffer.alloc(32, 1) }], Buffer.alloc(32, 2));
const notifier = createNotifier(vault, createMessenger(vault, { now: () => NOON }));

beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 2 });
  pool = patientPool(database.url, 'mohlat_worker', 2);
  worker = createDatabase(pool, createClock(createLog('silent')));
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const NOTICE: Notice = {
  type: 'info',
  icon: 'info',
  title: 'Something',
  description: 'happened',
  template: 'repayment.received',
  vars: { amount: '₹100', bank: 'HDFC Bank', last4: '4021', outstanding: '₹0' },
};

interface Told {
  readonly inApp: number;
  /** The number of queued messages, and the instant until which they wait. */
  readonly waiting: { readonly count: number; readonly from: string | null };
}

/** A person with a mail address and a proven mobile. */
async function someone({ isMailProven = true } = {}): Promise<string> {
  const userId = randomUUID();
  await owner.query(
    `insert into auth.users (id, email, phone, email_confirmed_at, phone_confirmed_at, created_at, updated_at)
     values ($1, $2, $3, case when $4 then now() end, now(), now(), now())`,
    [
      userId,
      `${userId}@example.in`,
      `91${String(Math.floor(Math.random() * 1e10)).padStart(10, '9')}`,
      isMailProven,
    ],
  );
  return userId;
}

/** Tells a person who has these preferences and consents. */
async function tell(
  kind: Notice['kind'],
  given: { preferences?: string; consent?: boolean } = {},
  now = NOON,
): Promise<Told> {
  const userId = await someone();
  if (given.preferences)
    await owner.query(
      `insert into preferences (user_id, updated_at, by_email, by_sms, in_app, quiet_from, quiet_until) values ($1, now(), ${given.preferences})`,
      [userId],
    );
  if (given.consent)
    await owner.query(
      `insert into consents (user_id, purpose, version, wording, given_at) values ($1, 'marketing_messages', '1', 'x', now())`,
      [userId],
    );
  await owner.query('delete from graphile_worker._private_jobs');
  await worker.forUser(userId, (tx) =>
    notifier.notify(tx, userId, { ...NOTICE, ...(kind ? { kind } : {}) }, now),
  );
  const lines = await owner.query('select 1 from notifications where user_id = $1', [userId]);
  const jobs = await owner.query<{ later: boolean; run_at: Date }>(
    `select run_at, abs(extract(epoch from run_at - now())) > 60 as later from graphile_worker.jobs`,
  );
  const [first] = jobs.rows;
  return {
    inApp: lines.rowCount ?? 0,
    waiting: { count: jobs.rows.length, from: first?.later ? first.run_at.toISOString() : null },
  };
}

const NOTHING = 'false, false, false, null, null';
const AT_NIGHT = `true, true, true, '22:00', '07:00'`;

test('without any preference, everything comes everywhere at once', async () => {
  expect(await tell('service')).toEqual({ inApp: 1, waiting: { count: 2, from: null } });
});

test('given an unconfirmed address and a confirmed mobile, when a notice is sent, then it goes by SMS and not by mail', async () => {
  const userId = await someone({ isMailProven: false });
  const told = await worker.forUser(userId, (tx) => notifier.notify(tx, userId, NOTICE, NOON));
  expect(told).toEqual(['app', 'sms']);
});

test('LEND-24: what must be sent comes on every channel at any hour, whatever was chosen', async () => {
  const everywhere = { inApp: 1, waiting: { count: 2, from: null } };
  expect(await tell(undefined, { preferences: NOTHING })).toEqual(everywhere);
  expect(await tell('must', { preferences: AT_NIGHT }, NIGHT)).toEqual(everywhere);
});

test('what can be refused stays away from the channels that were switched off', async () => {
  expect(await tell('service', { preferences: NOTHING })).toEqual({
    inApp: 0,
    waiting: { count: 0, from: null },
  });
  const told = await tell('service', { preferences: 'true, false, true, null, null' });
  expect(told).toEqual({ inApp: 1, waiting: { count: 1, from: null } });
});

test('what can wait goes out when the quiet hours end, and is in the app at once', async () => {
  expect(await tell('service', { preferences: AT_NIGHT }, NIGHT)).toEqual({
    inApp: 1,
    waiting: { count: 2, from: '2026-11-21T01:30:00.000Z' },
  });
});

test('LEND-24: an offer is not sent to a person who did not ask for offers', async () => {
  expect(await tell('marketing')).toEqual({ inApp: 0, waiting: { count: 0, from: null } });
  expect(await tell('marketing', { consent: true })).toEqual({ inApp: 1, waiting: { count: 2, from: null } });
});

test('what is told once is told once, though two tell it at the same moment', async () => {
  const userId = randomUUID();
  const email = `${userId}@example.in`;
  await owner.query(
    'insert into auth.users (id, email, email_confirmed_at, created_at, updated_at) values ($1, $2, now(), now(), now())',
    [userId, email],
  );
  const say = (once: string) =>
    worker.forUser(userId, (tx) => notifier.notify(tx, userId, { ...NOTICE, once }, NOON));
  const told = await Promise.all([say('bill:1'), say('bill:1'), say('bill:2')]);
  expect([...told, await say('bill:1')].map((one) => one.join(' ')).toSorted()).toEqual([
    '',
    '',
    'app email',
    'app email',
  ]);
  const { rows } = await owner.query(
    `select (select count(*)::integer from notifications where user_id = $1) as lines,
       (select count(*)::integer from deliveries where user_id = $1) as mails`,
    [userId],
  );
  expect(rows).toEqual([{ lines: 2, mails: 2 }]);
});

test('an erased account is told nothing, and keeps no row about it', async () => {
  const userId = randomUUID();
  await owner.query(
    `insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', now(), now())`,
    [userId],
  );
  const line = {
    userId,
    kind: 'must',
    type: 'info',
    icon: 'info',
    title: 'x',
    description: 'y',
    link: '/dashboard',
  } as const;
  const told = await worker.forUser(userId, (tx) => notifier.notify(tx, userId, NOTICE, NOON));
  await worker.plain((tx) =>
    announceEach(tx, [{ ...line, inHindi: { title: 'x', description: 'y' } }], NOON),
  );
  const { rows } = await owner.query('select 1 from notifications where user_id = $1', [userId]);
  expect({ told, rows }).toEqual({ told: [], rows: [] });
});

test.each([
  ['closed', null],
  ['closed and erased', NOON],
])(
  'given many who are told, when an account is %s meanwhile, then it keeps no row about it',
  async (_, erasedAt) => {
    const [closing, other] = [randomUUID(), randomUUID()];
    const line = {
      kind: 'must',
      type: 'info',
      icon: 'info',
      title: 'x',
      description: 'y',
      link: '/dashboard',
    } as const;
    const lines = [closing, other].map((userId) => ({
      ...line,
      userId,
      inHindi: { title: 'x', description: 'y' },
    }));
    await worker.plain(async (tx) => {
      const call: Tx['call'] = async (text, values) => {
        if (text.includes('insert into notifications'))
          await owner.query(
            `insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', now(), $2)`,
            [closing, erasedAt],
          );
        return tx.call(text, values);
      };
      await announceEach({ ...tx, call }, lines, NOON);
    });
    const { rows } = await owner.query('select user_id from notifications where user_id = any ($1)', [
      [closing, other],
    ]);
    expect(rows).toEqual([{ user_id: other }]);
  },
);

test('given one who wants nothing in the app, when many are told, then only what cannot wait reaches them', async () => {
  const [off, on, without] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `insert into preferences (user_id, language, theme, by_email, by_sms, in_app, updated_at)
     select id, 'en', 'system', true, true, id <> $1, now() from unnest(array[$1, $2]::uuid[]) id`,
    [off, on],
  );
  const line = { type: 'info', icon: 'info', description: 'y', link: '/dashboard' } as const;
  const lines = [off, on, without].flatMap((userId) =>
    (['must', 'service'] as const).map((kind) => ({
      ...line,
      userId,
      kind,
      title: kind,
      inHindi: { title: kind, description: 'y' },
    })),
  );
  await worker.plain((tx) => announceEach(tx, lines, NOON));
  const told = async (userId: string) => {
    const { rows } = await owner.query<{ title: string }>(
      'select title from notifications where user_id = $1 order by title',
      [userId],
    );
    return rows.map(({ title }) => title);
  };
  expect([await told(off), await told(on), await told(without)]).toEqual([
    ['must'],
    ['must', 'service'],
    ['must', 'service'],
  ]);
});

const readBy = (userId: string) => worker.forUser(userId, (tx) => listLines(tx, userId, { limit: 10 }));

test('given notices of an earlier day, when the language is changed, then they are read in the new one', async () => {
  const userId = randomUUID();
  await owner.query('insert into auth.users (id, created_at, updated_at) values ($1, now(), now())', [
    userId,
  ]);
  const day = businessDate('2027-02-15');
  await worker.forUser(userId, async (tx) => {
    // Written in each language, with its days.
    await notifier.notify(
      tx,
      userId,
      (language) => ({
        type: 'info',
        icon: 'info',
        title: `A ${language} title of ${writtenDay(day, language)}`,
        description: language,
        language,
      }),
      NOON,
    );
    await notifier.notify(
      tx,
      userId,
      {
        type: 'info',
        icon: 'info',
        title: 'Two',
        description: 'two',
        inHindi: { title: 'दो', description: 'दो' },
      },
      NOON,
    );
    const line = {
      userId,
      kind: 'service',
      type: 'reward',
      icon: 'gift',
      title: 'Three',
      description: 'three',
      link: '/',
    } as const;
    await announceEach(tx, [{ ...line, inHindi: { title: 'तीन', description: 'तीन' } }], NOON);
  });
  // A line of the version before has one language.
  await owner.query(
    `insert into notifications (user_id, type, icon, title, description, at) values ($1, 'info', 'info', 'Four', 'four', $2)`,
    [userId, NOON],
  );
  const titles = async () => (await readBy(userId)).items.map(({ title }) => title).toSorted();
  expect(await titles()).toEqual(['A en title of 15 February 2027', 'Four', 'Three', 'Two']);
  await owner.query(`insert into preferences (user_id, updated_at, language) values ($1, now(), 'hi')`, [
    userId,
  ]);
  expect(await titles()).toEqual(['A hi title of 15 फ़रवरी 2027', 'Four', 'तीन', 'दो']);
});

test('a page of notices and the language they are read in are one statement', async () => {
  const userId = randomUUID();
  const asked: string[] = [];
  await worker.forUser(userId, (tx) =>
    listLines(
      {
        ...tx,
        rows: (...said) => (asked.push('rows'), tx.rows(...said)),
        call: (...said) => (asked.push('call'), tx.call(...said)),
      },
      userId,
      { limit: 10 },
    ),
  );
  expect(asked).toEqual(['rows']);
});
