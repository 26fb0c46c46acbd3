import { type BusinessDate, DAY_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepReferrals } from './referrals.jobs.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const TODAY = '2026-03-10' as BusinessDate;
const CODE = 'LATEFREN';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(TODAY));
  const member = await anAccount('member', { signedUp: 30, confirmed: 30 });
  await lab.owner.query('insert into referral_codes (user_id, code, created_at) values ($1, $2, $3)', [
    member,
    CODE,
    ago(3),
  ]);
});
afterAll(() => lab.close());

const ago = (days: number) => new Date(lab.clock.now().getTime() - days * DAY_MS);

/** An account that was begun and proved so many days ago; null: not yet. */
async function anAccount(
  name: string,
  days: { readonly signedUp: number; readonly confirmed: number | null },
  about: object = {},
): Promise<string> {
  const id = idOf(`user ${name}`);
  await lab.owner.query(
    `insert into auth.users (id, email, email_confirmed_at, created_at, updated_at, user_metadata)
     values ($1, $2, $3, $4, $4, $5)`,
    [
      id,
      `${name}@example.in`,
      days.confirmed === null ? null : ago(days.confirmed),
      ago(days.signedUp),
      JSON.stringify(about),
    ],
  );
  return id;
}

async function broughtBy(code: string, friend: string): Promise<number> {
  await sweepReferrals(lab.deps);
  const { rows } = await lab.owner.query<{ count: number }>(
    `select count(*)::int as count from referrals r join referral_codes c on c.user_id = r.user_id
     where c.code = $1 and r.referred_id = $2`,
    [code, friend],
  );
  return rows[0]!.count;
}

test('LEND-24: a friend who confirms five days after signing up is brought all the same', async () => {
  const friend = await anAccount('slow', { signedUp: 5, confirmed: 0 }, { ref: CODE });
  expect(await broughtBy(CODE, friend)).toBe(1);
  expect(await broughtBy(CODE, friend)).toBe(1);
});

test('LEND-24: a code that is younger than the confirmation was written into the account later', async () => {
  const friend = await anAccount('before', { signedUp: 5, confirmed: 1 }, { ref: 'YQUNGERS' });
  const member = await anAccount('younger', { signedUp: 6, confirmed: 6 });
  await lab.owner.query('insert into referral_codes (user_id, code, created_at) values ($1, $2, $3)', [
    member,
    'YQUNGERS',
    ago(0.5),
  ]);
  expect(await broughtBy('YQUNGERS', friend)).toBe(0);
});

test('LEND-24: a friend who signed up and never confirmed counts as brought by no account yet', async () => {
  const friend = await anAccount('unproved', { signedUp: 1, confirmed: null }, { ref: CODE });
  expect(await broughtBy(CODE, friend)).toBe(0);
});

// Last of all: the clock of this lab stands days later afterwards.
test('LEND-24: given looks that rested for ten days, when one comes, then a friend who came on the fifth of them is brought', async () => {
  await sweepReferrals(lab.deps);
  lab.set(new Date(lab.clock.now().getTime() + 10 * DAY_MS));
  const friend = await anAccount('rested', { signedUp: 5, confirmed: 5 }, { ref: CODE });
  expect(await broughtBy(CODE, friend)).toBe(1);
});

test('LEND-24: given a look that dies while another worker finds it under way, when the next comes, then the friends of the days between are brought', async () => {
  await sweepReferrals(lab.deps);
  lab.set(new Date(lab.clock.now().getTime() + 10 * DAY_MS));
  const friend = await anAccount('two workers', { signedUp: 5, confirmed: 5 }, { ref: CODE });
  const client = await lab.owner.connect();
  try {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtextextended('referrals_open', 0))");
    await sweepReferrals(lab.deps);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await broughtBy(CODE, friend)).toBe(1);
});
