import type { BusinessDate } from '@mohlat/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepReferrals } from './referrals.jobs.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const TODAY = '2026-03-10' as BusinessDate;
const REWARD_PAISE = 12_500;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(TODAY));
  // The reversal of a payment is tested with reconciliation; here its rows are written directly, past the triggers.
  await lab.owner.query('alter table payments disable trigger user');
});
afterAll(() => lab.close());

const EVENTS = ['sign_up', 'prove', 'pay', 'return', 'settle', 'switch_code', 'sweep'] as const;
type Event = (typeof EVENTS)[number];

/** Two members and the friends they may bring; names are of one run, so that runs do not meet. */
async function openRun(run: number) {
  const now = lab.clock.now();
  const referrers = [0, 1].map((index) => idOf(`user run${run}-referrer${index}`));
  const letters = 'ABCDEFGHJK';
  const codes = referrers.map((_, index) => `${letters[index]}${String(run + 2).padStart(7, 'Z')}`);
  const code = (index: number) => codes[index]!.replaceAll('0', 'Y').replaceAll('1', 'X');
  for (const [index, userId] of referrers.entries()) {
    await person(userId, {});
    await lab.owner.query('insert into referral_codes (user_id, code, created_at) values ($1, $2, $3)', [
      userId,
      code(index),
      new Date(now.getTime() - 60_000),
    ]);
  }
  return { run, referrers, code };
}
type Run = Awaited<ReturnType<typeof openRun>>;

async function person(userId: string, about: object, device: string | null = null): Promise<void> {
  await lab.owner.query(
    `with account as (insert into auth.users (id, created_at, updated_at, user_metadata, sign_up_device_hash)
         values ($1, $2, $2, $3, convert_to($4, 'UTF8'))),
       profile as (insert into profiles (user_id, created_at, updated_at) values ($1, $2, $2)),
       credit as (insert into credit_accounts (user_id, state, limit_paise, updated_at) values ($1, 'active', 20000000, $2))
     insert into kyc_records (user_id, updated_at) values ($1, $2)`,
    [userId, lab.clock.now(), JSON.stringify(about), device],
  );
}

/** Runs the sweeps of several processes at the same moment. */
async function sweepAtOnce(): Promise<void> {
  await lab.owner.query('update referrals set looked_at = null');
  await Promise.all([1, 2, 3].map(() => sweepReferrals(lab.deps)));
}

/** Makes an event happen to a friend, in any order: one that cannot happen yet has no effect. */
async function happen({ run, code }: Run, friend: number, event: Event): Promise<void> {
  if (event === 'sweep') return sweepAtOnce();
  const name = `run${run}-friend${friend}`;
  const userId = idOf(`user ${name}`);
  const set = (sql: string, ...values: unknown[]) => lab.owner.query(sql, [userId, ...values]);
  const known = await set('select 1 from auth.users where id = $1');
  if (event === 'sign_up') {
    if (known.rowCount === 0) await person(userId, { ref: code(friend % 2) });
    return;
  }
  if (known.rowCount === 0) return;
  const paid = await set('select 1 from payments where user_id = $1');
  if (event === 'pay' && paid.rowCount === 0)
    await lab.lend(name, { billPaise: 100_000, instalments: 1, disbursedOn: TODAY });
  if (event === 'prove')
    await set(
      `update kyc_records set pan_status = 'verified', aadhaar_status = 'verified' where user_id = $1`,
    );
  if (event === 'return') await set(`update payments set bill_status = 'reversed' where user_id = $1`);
  if (event === 'settle') await set(`update payments set bill_status = 'paid' where user_id = $1`);
  if (event === 'switch_code')
    await set(
      `update auth.users set user_metadata = jsonb_build_object('ref', $2::text) where id = $1`,
      code((friend + 1) % 2),
    );
}

/** Counts the referrers' gains in the referrals, the rewards and the books. */
async function counts({ referrers }: Run) {
  const { rows } = await lab.owner.query<Record<string, number>>(
    `select
       (select coalesce(max(n), 0) from (select count(*)::int as n from referrals where user_id = any ($1) group by referred_id) x) as owners,
       (select coalesce(max(n), 0) from (select count(*)::int as n from rewards where user_id = any ($1) group by referral_id) x) as rewards,
       (select count(*)::int from referrals where user_id = any ($1) and reward_credited) as credited,
       (select count(*)::int from rewards where user_id = any ($1) and state = 'available') as available,
       (select coalesce(-sum(amount_paise), 0)::int from postings where user_id = any ($1) and account = 'L340') as booked`,
    [referrers],
  );
  return rows[0]!;
}

const AT_ONCE = 4;
const nameOf = ([friend, event]: readonly [number, Event]) =>
  event === 'sweep' ? event : `${friend} ${event}`;

test('LEND-24: no person earns twice by any order or race of events, and the books say what is left', async () => {
  let run = 0;
  const step = fc.tuple(fc.nat(2), fc.constantFrom(...EVENTS));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      run += 1;
      const world = await openRun(run);
      // The events of one batch happen at the same moment; equal events of the same friend are one.
      for (let at = 0; at < steps.length; at += AT_ONCE) {
        const together = new Map(steps.slice(at, at + AT_ONCE).map((one) => [nameOf(one), one]));
        await Promise.all([...together.values()].map(([friend, event]) => happen(world, friend, event)));
      }
      await sweepAtOnce();
      await sweepAtOnce();
      const seen = await counts(world);
      expect(seen['owners']).toBeLessThanOrEqual(1);
      expect(seen['rewards']).toBeLessThanOrEqual(1);
      expect(seen['available']).toBe(seen['credited']);
      expect(seen['booked']).toBe(seen['available']! * REWARD_PAISE);
    }),
    { numRuns: 12 },
  );
});

test('LEND-24: of a ring of friends on one device the first earns, and of two devices in turn no more than two', async () => {
  const { referrers, code } = await openRun(800);
  const DEVICES = ['ring-1', 'ring-2', 'ring-1', 'ring-2', 'ring-1', null];
  const earned = async () => {
    const { rows } = await lab.owner.query<{ refused_reason: string | null; reward_credited: boolean }>(
      `select refused_reason, reward_credited from referrals where user_id = $1 order by created_at, referred_id`,
      [referrers[0]],
    );
    return rows.map((row) => (row.reward_credited ? 'earned' : row.refused_reason));
  };
  for (const [index, device] of DEVICES.entries()) {
    const name = `ring-friend${index}`;
    lab.set(new Date(noonOf(TODAY).getTime() + index * 1000));
    await person(idOf(`user ${name}`), { ref: code(0) }, device);
    await lab.lend(name, { billPaise: 100_000, instalments: 1, disbursedOn: TODAY });
    await lab.owner.query(
      `update kyc_records set pan_status = 'verified', aadhaar_status = 'verified' where user_id = $1`,
      [idOf(`user ${name}`)],
    );
  }
  await sweepAtOnce();
  await sweepAtOnce();
  expect(await earned()).toEqual(['earned', 'earned', 'same_device', 'same_device', 'same_device', 'earned']);
});

test('LEND-24: whatever happened before, a friend who does all of it earns the one who brought them once', async () => {
  const world = await openRun(900);
  for (const friend of [0, 1, 2])
    for (const event of [
      'sign_up',
      'sweep',
      'pay',
      'sweep',
      'prove',
      'switch_code',
      'sweep',
      'sweep',
    ] as const)
      await happen(world, friend, event);
  expect(await counts(world)).toMatchObject({ owners: 1, rewards: 1, credited: 3, booked: 3 * REWARD_PAISE });
});

test('LEND-24: who closed the account before a friend paid earns nothing and is told nothing', async () => {
  const run = await openRun(990);
  for (const event of ['sign_up', 'sweep', 'prove'] as const) await happen(run, 0, event);
  const [referrer] = run.referrers;
  await lab.owner.query(
    "insert into account_closures (user_id, standing, answer, closed_at) values ($1, 'visitor', '{}', $2)",
    [referrer, lab.clock.now()],
  );
  await happen(run, 0, 'pay');
  await happen(run, 0, 'settle');
  await sweepAtOnce();
  const { rows: told } = await lab.owner.query('select title from notifications where user_id = $1', [
    referrer,
  ]);
  expect({ ...(await counts(run)), told }).toMatchObject({ owners: 1, credited: 0, rewards: 0, told: [] });
});
