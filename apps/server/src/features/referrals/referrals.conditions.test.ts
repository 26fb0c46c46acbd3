import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, hash, id, layAccount, NOW } from '#test/account-world.ts';
import { amongLaid, lay, layLike } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', EMI3);
});
afterAll(() => lab.close());

const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const ask = async <T>(client: pg.PoolClient, sql: string, values: readonly unknown[] = []): Promise<T> =>
  (await client.query<{ said: T }>(`select ${sql} as said`, [...values])).rows[0]!.said;

/** The sign-up of an account, in seconds since an instant. */
interface SignUp {
  readonly ref?: string;
  readonly device?: string;
  readonly made?: number;
  readonly byEmail?: number;
  readonly byPhone?: number;
  readonly isDeleted?: boolean;
  readonly hasNoAddress?: boolean;
  readonly phone?: string;
}

async function signUp(client: pg.PoolClient, name: string, one: SignUp): Promise<void> {
  const { ref, device, made = 10, byEmail, byPhone, isDeleted, hasNoAddress, phone = null } = one;
  await lay(client, 'auth.users', {
    id: id(name),
    email: hasNoAddress ? null : `${idOf(name)}@example.com`,
    phone,
    created_at: at(made),
    updated_at: at(made),
    email_confirmed_at: byEmail === undefined ? null : at(byEmail),
    phone_confirmed_at: byPhone === undefined ? null : at(byPhone),
    deleted_at: isDeleted ? NOW : null,
    user_metadata: ref === undefined ? {} : { ref },
    sign_up_device_hash: device === undefined ? null : hash(device),
  });
}

/** A sign-up, and when the friend came with which code; nothing where they did not, or not lately. */
const BEGUN: Readonly<Record<string, readonly [one: SignUp, came?: string]>> = {
  'by email': [{ ref: 'frst2345', byEmail: 20 }, 'FRST2345 20'],
  'by phone': [{ ref: 'FRST2345', byPhone: 30 }, 'FRST2345 30'],
  'by both': [{ ref: 'FRST2345', byPhone: 30, byEmail: 25 }, 'FRST2345 25'],
  'without an address': [{ ref: 'FRST2345', hasNoAddress: true }, 'FRST2345 10'],
  'not proved': [{ ref: 'FRST2345' }],
  'without a code': [{ byEmail: 20 }],
  gone: [{ ref: 'FRST2345', byEmail: 20, isDeleted: true }],
  'too long ago': [{ ref: 'FRST2345', made: 0, byEmail: 0 }],
  'proved long ago and lately': [{ ref: 'FRST2345', made: -9, byPhone: -5, byEmail: 5 }],
  'by a phone that is not proved': [{ ref: 'FRST2345', hasNoAddress: true, phone: '919876543210' }],
  'proved lately': [{ ref: 'FRST2345', made: -9, byEmail: 1 }, 'FRST2345 1'],
};

/** The owners of codes, each with its code and since when. */
const CODES = { first: ['FRST2345', 5], second: ['SECND234', 4], friend: ['FRND2345', 0] } as const;
const FRIENDS: Readonly<Record<string, readonly [one: SignUp, brought: string]>> = {
  friend: [{ ref: 'FRND2345', byEmail: 20 }, 'nobody'],
  'of first': [{ ref: 'FRST2345', byEmail: 20 }, 'first'],
  'of the same second': [{ ref: 'FRST2345', byEmail: 5 }, 'first'],
  'before the code': [{ ref: 'FRST2345', byEmail: 4 }, 'nobody'],
  'of no code': [{ ref: 'NANE2345', byEmail: 20 }, 'nobody'],
  known: [{ ref: 'FRST2345', byEmail: 20 }, 'second'],
};

test('LEND-24: given sign-ups, then a friend came with a code once they proved an address, and belongs to one person', async () => {
  const begun = await amongLaid(lab, async (client) => {
    for (const [name, [one]] of Object.entries(BEGUN)) await signUp(client, name, one);
    const { rows } = await client.query<{ id: string; said: string }>(
      "select referred_id as id, code || ' ' || extract(epoch from came_at - $1)::integer as said from referrals_begun($1)",
      [NOW],
    );
    return Object.keys(BEGUN).map((name) => [name, rows.find((row) => row.id === id(name))?.said]);
  });
  expect(begun).toEqual(Object.entries(BEGUN).map(([name, [, came]]) => [name, came]));
  const opened = await amongLaid(lab, async (client) => {
    for (const [name, [code, since]] of Object.entries(CODES))
      await lay(client, 'referral_codes', { user_id: id(name), code, created_at: at(since) });
    await lay(client, 'referrals', { user_id: id('second'), referred_id: id('known'), created_at: NOW });
    for (const [name, [one]] of Object.entries(FRIENDS)) await signUp(client, name, one);
    const count = [
      await ask(client, 'referrals_open($1)', [NOW]),
      await ask(client, 'referrals_open($1)', [at(99)]),
    ];
    const taken = [
      await ask(client, "is_referral_code_taken('FRST2345')"),
      await ask(client, "is_referral_code_taken('NANE2345')"),
    ];
    const { rows } = await client.query<{ by: string; id: string }>(
      'select user_id as by, referred_id as id from referrals',
    );
    const brought = Object.keys(FRIENDS).map((name) => {
      const by = rows
        .filter((row) => row.id === id(name))
        .map((row) => Object.keys(CODES).find((one) => id(one) === row.by));
      return [name, by.join() || 'nobody'];
    });
    return { count, taken, brought };
  });
  expect(opened).toEqual({
    count: [2, 0],
    taken: [true, false],
    brought: Object.entries(FRIENDS).map(([name, [, brought]]) => [name, brought]),
  });
});

const DEVICES: Readonly<Record<string, readonly [one: SignUp, isKnown: boolean]>> = {
  'first on it': [{ device: 'D' }, false],
  'later on it': [{ device: 'D', made: 11 }, true],
  'on another': [{ device: 'E', made: 12 }, false],
  unsaid: [{ made: 13 }, false],
  'unsaid, too': [{ made: 14 }, false],
};

/** A bank account of somebody's, as the bank knows its holder. */
const BANKS: Readonly<Record<string, readonly [one: Account, bank: object, isShared: boolean]>> = {
  proved: [{}, { holder_hash: hash('H') }, true],
  'proved, too': [{}, { holder_hash: hash('H'), status: 'verified' }, true],
  unproved: [{ hasDocument: false }, { holder_hash: hash('H') }, true],
  rejected: [{}, { holder_hash: hash('H'), status: 'review', verified_at: null }, false],
  'beside one unproved': [{}, { holder_hash: hash('I') }, false],
  'unproved one': [{ hasDocument: false }, { holder_hash: hash('I') }, true],
  'beside one rejected': [{}, { holder_hash: hash('J') }, false],
  'rejected one': [{}, { holder_hash: hash('J'), status: 'review', verified_at: null }, false],
  'not known to the bank': [{}, { holder_hash: null }, false],
  'not known, too': [{}, { holder_hash: null }, false],
};

test('LEND-24: given devices and bank accounts, then who shares one with a person of proof is known', async () => {
  const { devices, banks } = await amongLaid(lab, async (client) => {
    const all: { devices: unknown[]; banks: unknown[] } = { devices: [], banks: [] };
    for (const [name, [one]] of Object.entries(DEVICES)) await signUp(client, name, one);
    for (const [name, [one, bank]] of Object.entries(BANKS)) {
      await layAccount(client, name, one, like);
      await lay(client, 'bank_accounts', {
        user_id: id(name),
        id: idOf(`bank ${name}`),
        account_name: 'A NAME',
        bank_name: 'HDFC Bank',
        branch: 'A',
        city: 'B',
        created_at: NOW,
        round_started_at: NOW,
        ifsc: 'HDFC0000001',
        masked_number: 'XXXX0001',
        number_sealed: hash('sealed'),
        fingerprint: hash(name),
        status: 'verified',
        verified_at: NOW,
        ...bank,
      });
    }
    for (const name of Object.keys(DEVICES))
      all.devices.push([name, await ask(client, 'referrals_is_known_device($1)', [id(name)])]);
    for (const name of Object.keys(BANKS))
      all.banks.push([name, await ask(client, 'shares_bank_account($1)', [id(name)])]);
    return all;
  });
  expect(devices).toEqual(Object.entries(DEVICES).map(([name, [, isKnown]]) => [name, isKnown]));
  expect(banks).toEqual(Object.entries(BANKS).map(([name, [, , isShared]]) => [name, isShared]));
});

const referral = (name: string) => idOf(`referral ${name}`);
const layReferral = (client: pg.PoolClient, name: string, fields: object) =>
  lay(client, 'referrals', {
    user_id: id('me'),
    id: referral(name),
    referred_id: id(name),
    created_at: NOW,
    ...fields,
  });

const CLAIMED: Readonly<Record<string, readonly [account: Account, fields: object, isKnown?: boolean]>> = {
  known: [{}, {}, true],
  unknown: [{ hasDocument: false }, {}, false],
  'looked at before': [{}, { looked_at: at(-1) }, true],
  'looked at now': [{}, { looked_at: NOW }],
  rewarded: [{}, { reward_credited: true, reward_amount_paise: 1 }],
  refused: [{}, { refused_reason: 'fraud' }],
};

test('LEND-24: given referrals, then those that were not looked at for the longest time are taken, with what is known', async () => {
  const { rows, first, known } = await amongLaid(lab, async (client) => {
    for (const [name, [account, fields]] of Object.entries(CLAIMED)) {
      await layAccount(client, name, account, like);
      await layReferral(client, name, fields);
    }
    // Another person's friend, who is not looked at again.
    await layReferral(client, 'theirs', { user_id: id('you') });
    await client.query('savepoint before');
    const claim = async (limit: number) =>
      (
        await client.query<{ user: string; id: string; friend: string; known: boolean; bills: unknown[] }>(
          'select user_id as "user", id, referred_id as friend, is_known as known, bills from referrals_claim($1, $2, $3)',
          [NOW, at(1), limit],
        )
      ).rows;
    const some = await claim(4);
    await client.query('rollback to savepoint before');
    const all = await claim(9);
    const { rows: kept } = await client.query<{ id: string }>(
      'select id from referrals where kyc_completed and looked_at = $1',
      [at(1)],
    );
    return { rows: all, first: some.map((row) => row.id), known: kept.map((row) => row.id) };
  });
  const names = Object.keys(CLAIMED);
  expect(
    names.map((name) => [
      name,
      rows.find((row) => row.id === referral(name) && row.friend === id(name))?.known,
    ]),
  ).toEqual(Object.entries(CLAIMED).map(([name, [, , isKnown]]) => [name, isKnown]));
  const places = rows.map((row) => `${row.user} ${row.id}`);
  expect(places).toEqual(places.toSorted());
  expect(rows.map(({ bills }) => bills)).toEqual([[], [], [], []]);
  expect(first).toEqual(rows.map((row) => row.id));
  expect(known.toSorted()).toEqual([referral('known'), referral('looked at before')].toSorted());
});

interface Rewarded {
  readonly fields?: object;
  readonly block?: Account['block'];
  readonly bill?: string;
  readonly loan?: readonly [status: string, closedOn: string];
  readonly reward?: object;
}
const LEFT = ['exited', '2026-11-16'] as const;
const REWARDED: Readonly<Record<string, readonly [one: Rewarded, said?: string]>> = {
  quiet: [{}],
  fraud: [{ block: 'fraud' }, 'fraud 2027-02-01'],
  'blocked otherwise': [{ block: 'other' }],
  'fraud no more': [{ block: 'lifted' }],
  returned: [{ bill: 'reversed' }, 'returned 2027-02-01'],
  paid: [{ bill: 'paid' }],
  left: [{ loan: LEFT }, '2027-02-01'],
  undone: [{ loan: ['unwound', '2027-01-01'] }, '2027-02-01'],
  'left, blocked otherwise': [{ loan: LEFT, block: 'other' }, '2027-02-01'],
  'left, fraud no more': [{ loan: LEFT, block: 'lifted' }, '2027-02-01'],
  'fraud, paid': [{ bill: 'paid', block: 'fraud' }, 'fraud 2027-02-01'],
  'left long ago': [{ loan: ['exited', '2026-11-15'] }],
  repaid: [{ loan: ['closed', '2027-01-01'] }],
  'fraud, not rewarded': [{ block: 'fraud', fields: { reward_credited: false, reward_amount_paise: null } }],
  'fraud, looked at now': [{ block: 'fraud', fields: { looked_at: NOW } }],
  'fraud, looked at before': [{ block: 'fraud', fields: { looked_at: at(-1) } }, 'fraud 2027-02-01'],
  'left, used': [{ loan: LEFT, reward: { is_used: true, repayment_id: idOf('a repayment') } }, ''],
  'left, gone': [{ loan: LEFT, reward: { state: 'expired' } }, ''],
};

test('LEND-24: given rewarded friends, then those of whom something changed are taken, with the day of their reward', async () => {
  const { rows, first } = await amongLaid(lab, async (client) => {
    for (const [name, [{ fields = {}, block, bill, loan, reward = {} }]] of Object.entries(REWARDED)) {
      await layAccount(client, name, block === undefined ? {} : { block }, like);
      await layReferral(client, name, { reward_credited: true, reward_amount_paise: 5, ...fields });
      const ids = { user_id: id(name), id: idOf(`bill ${name}`) };
      if (bill !== undefined)
        await layLike(client, 'payments', ['id', like.loanId], {
          ...ids,
          quote_id: ids.id,
          bill_status: bill,
        });
      if (loan !== undefined)
        await layLike(client, 'loans', ['id', like.loanId], { ...ids, status: loan[0], closed_on: loan[1] });
      await lay(client, 'rewards', {
        user_id: id('me'),
        id: idOf(`reward ${name}`),
        kind: 'referral',
        referral_id: referral(name),
        amount_paise: 5,
        state: 'available',
        spendable_on: '2027-02-01',
        expires_on: '2028-02-01',
        earned_at: NOW,
        earned_on: '2027-01-15',
        ...reward,
      });
    }
    await client.query('savepoint before');
    const claim = async (limit: number) =>
      (
        await client.query<{ id: string; said: string }>(
          `select id, concat_ws(' ', case when user_id is distinct from '${id('me')}' then 'of another' end, case when is_fraud then 'fraud' end, case when has_returned_bill then 'returned' end, spendable_on) as said
           from referrals_claim_rewarded($1, $2, $3, '2027-01-15') where bills is not null`,
          [NOW, at(1), limit],
        )
      ).rows;
    const some = await claim(1);
    await client.query('rollback to savepoint before');
    const all = await claim(99);
    expect(await claim(99)).toEqual([]);
    const { rows: kept } = await client.query<{ id: string }>(
      'select id from referrals where looked_at = $1 order by 1',
      [at(1)],
    );
    expect(kept.map((row) => row.id)).toEqual(all.map((row) => row.id).toSorted());
    return { rows: all, first: some.map((row) => row.id) };
  });
  expect(
    Object.keys(REWARDED).map((name) => [name, rows.find((row) => row.id === referral(name))?.said]),
  ).toEqual(Object.entries(REWARDED).map(([name, [, said]]) => [name, said]));
  const waiting = rows.map((row) => row.id).filter((one) => one !== referral('fraud, looked at before'));
  expect(rows.map((row) => row.id)).toEqual([...waiting.toSorted(), referral('fraud, looked at before')]);
  expect(first).toEqual(waiting.toSorted().slice(0, 1));
});

test('LEND-24: given a friend who is known, when nobody else came, then they are not brought again', async () => {
  const count = await amongLaid(lab, async (client) => {
    await lay(client, 'referral_codes', { user_id: id('first'), code: 'FRST2345', created_at: NOW });
    await lay(client, 'referrals', { user_id: id('second'), referred_id: id('known'), created_at: NOW });
    await signUp(client, 'known', { ref: 'FRST2345', byEmail: 20 });
    return await ask(client, 'referrals_open($1)', [NOW]);
  });
  expect(count).toBe(0);
});

test('LEND-24: given a runner that opens referrals, then a second one opens none', async () => {
  const first = await lab.owner.connect();
  try {
    await first.query("begin; select pg_advisory_xact_lock(hashtextextended('referrals_open', 0))");
    expect(await amongLaid(lab, (client) => ask(client, 'referrals_open($1)', [NOW]))).toBe(0);
  } finally {
    await first.query('rollback');
    first.release();
  }
});
