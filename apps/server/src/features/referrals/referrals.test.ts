import type { Kyc, PersonalData, Referrals } from '@mohlat/contract';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clawBackReferrals, keepReferrals } from './referrals.repo.ts';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { aPaidBill } from '#test/borrowing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';
import { patientPool } from '#test/database.ts';

let server: TestServer;
let pool: Pool;
/** The database under the worker's role, as the sweep uses it. */
let worker: Database;
let asha: Person;
let code: string;

beforeAll(async () => {
  server = await startTestServer();
  pool = patientPool(server.databaseUrl, 'mohlat_worker', 4);
  worker = createDatabase(pool, createClock(createLog('silent')));
  asha = await somebody(server).signUp({}, DEVICE);
  await asha.onboard();
  await asha.passKyc();
  await asha.getLimit();
  ({ code } = await referralsOf(asha));
});
afterAll(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await pool.end();
  await server.stop();
});

const DEVICE = '7f6c2d0a-1b7e-4f5e-9a43-0f6f5a0c8d11';
const referralsOf = (person: Person) => person.ok<Referrals>('GET', '/referrals?limit=100');

/** The rewards of a person, as the feature of that name lists them. */
async function rewardsOf(person: Person) {
  const { rows } = await server.sql.query<Record<'kind' | 'state', string>>(
    `select r.kind, r.amount_paise::integer as paise, r.loan_id as loan, r.state,
       r.spendable_on > r.earned_on as "isHeld"
     from rewards r join auth.users u on u.id = r.user_id where u.email = $1`,
    [person.email],
  );
  return rows;
}

/** Instants of the trial's clock: all that is looked at within a day is due, and the present. */
const soonAndNow = () => [new Date(server.now() + 86_400_000), new Date(server.now())] as const;

/** Makes open referrals due for the sweep now instead of a minute later. */
async function look(): Promise<void> {
  await server.sql.query(
    'update referrals set looked_at = null where not reward_credited and refused_reason is null',
  );
}

async function aFriend(device?: string): Promise<Person> {
  const friend = somebody(server);
  await friend.signUp({ ref: code }, device);
  await friend.onboard();
  return friend;
}

/** As a person who used the product until then; how a bill is paid is tested with payments. */
const payFirstBill = (friend: Person) => aPaidBill(server, friend, { billPaise: 100_000 });

/** The reason that staff read, of the one a friend brought. */
async function whyOf(friend: Person): Promise<string> {
  const id = await idOf(friend);
  return until(async () => {
    await look();
    const { rows } = await server.sql.query<{ why: string | null }>(
      'select refused_reason as why from referrals where referred_id = $1',
      [id],
    );
    return rows[0]?.why ?? undefined;
  });
}

async function untilState(friend: Person, wanted: object) {
  const { id } = await friend.ok<{ id: string }>('GET', '/me');
  return until(async () => {
    await look();
    const { items } = await referralsOf(asha);
    const mine = items.find((one) => one.referredLabel === `User ${id.slice(0, 8)}`);
    const fits =
      mine && Object.entries(wanted).every(([key, value]) => mine[key as keyof typeof mine] === value);
    return fits ? mine : undefined;
  });
}

/** A friend who had an account before, as far as what they share with it tells: refused as known. */
async function knownFriend(shared: (before: Person) => object): Promise<Person> {
  const before = somebody(server);
  await before.signUp();
  await before.onboard();
  await before.passKyc();
  const { id: knownId } = await before.ok<{ id: string }>('GET', '/me');
  // As closing the account leaves it.
  await server.sql.query(
    "update identity_claims set released_at = at - interval '1 day' where claimed_by = $1",
    [knownId],
  );
  const again = somebody(server);
  Object.assign(again, shared(before));
  await again.signUp({ ref: code });
  await again.onboard();
  await again.passKyc();
  await again.getLimit();
  await payFirstBill(again);
  const refusal = { refusedReason: 'not_rewarded', rewardCredited: false, rewardAmountPaise: null };
  await untilState(again, refusal);
  expect(await whyOf(again)).toBe('known_person');
  return again;
}

describe('bringing a friend', () => {
  test('SPEC-9, SPEC-3.reward-referral, SPEC-9.referral, SPEC-9.referred-label: the friend goes through the four states, and ₹125 comes with the last', async () => {
    expect(await referralsOf(asha)).toMatchObject({
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      link: expect.stringMatching(new RegExp(`/\\?ref=${code}$`)),
      totalEarningsPaise: 0,
      rewardPaise: 12_500,
      items: [],
    });
    const friend = await aFriend();
    await untilState(friend, { kycCompleted: false, paymentCompleted: false, rewardCredited: false });
    await friend.passKyc();
    await untilState(friend, { kycCompleted: true, paymentCompleted: false, rewardCredited: false });
    await friend.getLimit();
    // An account of their own does not make them another person.
    await link(friend, '50100123459876');
    const { id: paymentId } = await friend.pay((await friend.addCard()).id, 100_000, 1);
    await friend.untilBill(paymentId, 'paid');
    await untilState(friend, {
      kycCompleted: true,
      paymentCompleted: true,
      rewardCredited: true,
      rewardAmountPaise: 12_500,
      refusedReason: null,
    });
    const { id } = await friend.ok<{ id: string }>('GET', '/me');
    expect(await referralsOf(asha)).toMatchObject({
      totalEarningsPaise: 12_500,
      items: [{ referredLabel: `User ${id.slice(0, 8)}` }],
    });
    // Usable once the friend can no longer cancel.
    const held = { kind: 'referral', paise: 12_500, loan: null, state: 'available', isHeld: true };
    expect(await rewardsOf(asha)).toEqual([held]);
    const { items } = await asha.ok<{ items: { title: string; type: string }[] }>('GET', '/notifications');
    expect(items).toContainEqual(expect.objectContaining({ type: 'reward', title: 'You earned ₹125' }));
  });

  test('LEND-24: the same bank account, or the same device, counts as the same person', async () => {
    const sameAccount = await aFriend();
    await sameAccount.passKyc();
    await sameAccount.getLimit();
    await asha.linkAccount();
    const linked = await sameAccount.linkAccount();
    // Taken off again, it was theirs all the same.
    await sameAccount.ok('DELETE', `/bank-accounts/${linked.id}`);
    await payFirstBill(sameAccount);
    await untilState(sameAccount, {
      refusedReason: 'not_rewarded',
      rewardCredited: false,
      rewardAmountPaise: null,
    });
    expect(await whyOf(sameAccount)).toBe('same_bank_account');

    const sameDevice = await aFriend(DEVICE);
    // The referral code of the sign-up stays, whatever is said later, and no browser's name is kept; the rest may change.
    const change = { data: { device: 'device-2', ref: null, city: 'Pune' } };
    const { data, error } = await (await signInClient(sameDevice)).updateUser(change);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ ref: code, city: 'Pune' });
    expect(data.user?.user_metadata).not.toHaveProperty('device');
    await sameDevice.passKyc();
    await sameDevice.getLimit();
    await payFirstBill(sameDevice);
    await untilState(sameDevice, { refusedReason: 'not_rewarded', rewardCredited: false });
    expect(await whyOf(sameDevice)).toBe('same_device');
    // Nor does the copy of the data of the one who brought them say it.
    const { sections } = await asha.ok<PersonalData>('GET', '/me/export');
    const copied = sections.find(({ name }) => name === 'referrals')!.items;
    expect(copied.length).toBeGreaterThan(1);
    expect(JSON.stringify(copied)).not.toMatch(/same_|refused/);
    expect((await referralsOf(asha)).totalEarningsPaise).toBe(12_500);
  });

  test('LEND-24: a person who had an account before is no new friend, and two people do not bring each other', async () => {
    const again = await knownFriend(({ pan }) => ({ pan }));

    const { code: theirs } = await referralsOf(again);
    const { data, error } = await (await signInClient(asha)).updateUser({ data: { ref: theirs } });
    expect([error, data.user?.user_metadata.ref]).toEqual([null, undefined]);
    // Nor where it got in all the same: the code is younger than the account.
    await server.sql.query(
      `update auth.users set user_metadata = user_metadata || jsonb_build_object('ref', $2::text) where email = $1`,
      [asha.email, theirs],
    );
    await server.sql.query("select referrals_open(now() - interval '9 days')");
    expect((await referralsOf(again)).items).toEqual([]);
  });

  test('LEND-24: given another PAN and the Aadhaar document of an earlier account, then a friend is not new', async () => {
    const again = await knownFriend(({ aadhaar }) => ({ aadhaar }));
    expect((await again.ok<Kyc>('GET', '/kyc')).isComplete).toBe(true);
  });

  test('LEND-24: of two friends who finish at once, the limit lets one count', async () => {
    await server.sql.query(`update settings set content = jsonb_set(content, '{referral,monthlyMax}', '2')`);
    const friends = await Promise.all([aFriend(), aFriend()]);
    for (const friend of friends) {
      await friend.passKyc();
      await friend.getLimit();
      await payFirstBill(friend);
    }
    // Both are known before either is looked at again.
    const ids = await Promise.all(friends.map((friend) => idOf(friend)));
    await until(async () => {
      const known = await server.sql.query('select 1 from referrals where referred_id = any ($1)', [ids]);
      return known.rowCount === 2 ? true : undefined;
    });
    await look();
    await Promise.all([1, 2, 3].map(() => worker.plain((tx) => keepReferrals(tx, ...soonAndNow(), 1))));
    await until(async () => {
      await look();
      const { items } = await referralsOf(asha);
      return items.every((one) => one.rewardCredited || one.refusedReason !== null) ? true : undefined;
    });
    const { items, totalEarningsPaise } = await referralsOf(asha);
    expect(totalEarningsPaise).toBe(25_000);
    expect(items.filter((one) => one.refusedReason === 'monthly_limit')).toHaveLength(1);
  });

  test("LEND-24: what a friend's payment earned goes when the bank returns it, unless it was used", async () => {
    const { rows } = await server.sql.query<{ user_id: string; referred_id: string }>(
      'select user_id, referred_id from referrals where reward_credited order by created_at limit 1',
    );
    // As the unwinding of a payment leaves it; how it does is tested with reconciliation.
    await server.sql.query('alter table payments disable trigger user');
    const become = (status: string) =>
      server.sql.query('update payments set bill_status = $2 where user_id = $1', [
        rows[0]!.referred_id,
        status,
      ]);
    await become('reversed');
    await worker.plain((tx) => clawBackReferrals(tx, ...soonAndNow(), 1));
    await become('paid');
    const { items, totalEarningsPaise } = await referralsOf(asha);
    expect(totalEarningsPaise).toBe(12_500);
    const { rows: told } = await server.sql.query<{ id: string }>(
      "select id from referrals where refused_reason = 'payment_returned'",
    );
    // That the bill was paid once stays said: of a returned payment it would tell that it was.
    expect(items.filter(({ id }) => id === told[0]!.id)).toMatchObject([
      { refusedReason: 'not_rewarded', paymentCompleted: true, rewardCredited: false },
    ]);
    const states = (await rewardsOf(asha)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['available', 'clawed_back']);
  });

  test('SPEC-6.own: a person sees only their own friends, and has a code of their own', async () => {
    const other = await somebody(server).ready();
    expect((await referralsOf(other)).items).toEqual([]);
    expect((await referralsOf(other)).code).not.toBe(code);
  });
});

const link = (person: Person, accountNumber = '50100123454021') =>
  person.ok<{ id: string }>('POST', '/bank-accounts', {
    accountName: 'Asha Rao',
    accountNumber,
    confirmAccountNumber: accountNumber,
    ifsc: 'ABCD0123456',
    acceptTerms: true,
  });

async function signInClient(person: Person) {
  const client = person.authClient();
  const { error } = await client.signInWithPassword({ email: person.email, password: 'a quiet river stone' });
  if (error) throw error;
  return client;
}
