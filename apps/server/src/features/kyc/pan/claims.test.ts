import type { AnswerOf, assessCredit, Kyc, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { asWorker } from '#test/borrowing.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Person, until } from '#test/person.ts';
import { idOf, meetAt } from '#test/racing.ts';
import { drained, somebody } from '#test/steps.ts';
import { keepPan } from './lost.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly reason: { readonly code: string } | null;
}

/** Somebody with a profile in the name on the PAN, who has proved nothing yet. */
async function withPanOf(owner?: Person): Promise<Person> {
  const person = somebody(server);
  if (owner) Object.assign(person, { pan: owner.pan });
  await person.signUp();
  return person.onboard();
}

const verifyPan = (person: Person) => person.call<Verdict>('POST', '/kyc/pan', { pan: person.pan });
const kycOf = (person: Person) => person.ok<Kyc>('GET', '/kyc');
const panOf = async (person: Person) => {
  const { pan } = await kycOf(person);
  return [pan.status, pan.reason?.code ?? null];
};
const VERIFIED = ['verified', null];
const LOST = ['rejected', 'pan_in_use'];
const untilPan = async (person: Person, wanted: readonly (string | null)[]) =>
  until(async () => {
    const found = await panOf(person);
    return found.join() === wanted.join() ? found : undefined;
  });

/** A stranger who knows a PAN and the name on it: the issuer says yes to as much. */
async function squatterOn(owner: Person): Promise<Person> {
  const stranger = await withPanOf(owner);
  expect((await verifyPan(stranger)).body.status).toBe('verified');
  return stranger;
}

const assessed = (person: Person) =>
  person.ok<AnswerOf<typeof assessCredit>>('POST', '/credit/assessment', { consent: true });
const holderOf = async (person: Person) => {
  const { rows } = await server.sql.query<{ claimed_by: string }>(
    `select c.claimed_by from identity_claims c join profiles p on p.pan_hash = c.pan_hash where p.user_id = $1`,
    [await idOf(person)],
  );
  return rows[0]?.claimed_by;
};

describe('LEND-D10: given a PAN that a stranger verified without a document', () => {
  test.each([
    ['PAN and then the document', ['pan', 'aadhaar']],
    ['document and then the PAN', ['aadhaar', 'pan']],
  ] as const)('when its owner shows %s, then the PAN is theirs', async (_, order) => {
    const owner = await withPanOf();
    const stranger = await squatterOn(owner);
    for (const step of order)
      if (step === 'pan') expect((await verifyPan(owner)).body).toMatchObject({ status: 'verified' });
      else expect((await owner.shareAadhaar<Verdict>()).status).toBe('verified');
    expect((await kycOf(owner)).isComplete).toBe(true);
    expect((await assessed(owner)).status).toBe('approved');
    expect(await untilPan(stranger, LOST)).toEqual(LOST);
    expect(await holderOf(owner)).toBe(await idOf(owner));
    expect((await verifyPan(stranger)).body).toMatchObject({ code: 'identity_in_use' });
  });

  test('when its owner proves it, then the stranger is told in both languages, and the log names both accounts', async () => {
    const owner = await withPanOf();
    const stranger = await squatterOn(owner);
    await owner.passKyc();
    await untilPan(stranger, LOST);
    const [strangerId, ownerId] = [await idOf(stranger), await idOf(owner)];
    const { rows: notices } = await server.sql.query(
      'select title, texts from notifications where user_id = $1',
      [strangerId],
    );
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ title: 'Your PAN is no longer verified' });
    expect(JSON.stringify(notices[0])).toContain('आपका PAN अब सत्यापित नहीं है');
    expect(JSON.stringify(notices[0])).not.toContain(ownerId);
    const { rows: log } = await server.sql.query(
      `select actor_kind, details from audit_log where action = 'kyc.pan_lost' and subject_id = $1`,
      [strangerId],
    );
    const details = { before: 'verified', after: 'rejected', heldBy: ownerId };
    expect(log).toEqual([{ actor_kind: 'system', details }]);
  });

  test('when its owner proves it, then a bank account that the stranger linked in that name is unproven again', async () => {
    const owner = await withPanOf();
    const stranger = await squatterOn(owner);
    const { id } = await stranger.linkAccount('50100123454077');
    await owner.passKyc();
    const account = await until(async () => {
      const { items } = await stranger.ok<{ items: { id: string; verification: { status: string } }[] }>(
        'GET',
        '/bank-accounts',
      );
      return items.find((one) => one.id === id && one.verification.status !== 'verified');
    });
    expect(account).toMatchObject({ isDefault: false, verification: { status: 'unverified' } });
  });

  test('when the stranger is blocked for fraud, then its owner is not declined', async () => {
    const owner = await withPanOf();
    const stranger = await squatterOn(owner);
    await server.sql.query(
      `insert into account_blocks (user_id, reason, blocked_by, blocked_at, is_fraud)
       values ($1, 'Forged papers', new_id(), now(), true)`,
      [await idOf(stranger)],
    );
    await server.sql.query('select mark_fraud($1)', [await idOf(stranger)]);
    await owner.passKyc();
    expect((await assessed(owner)).status).toBe('approved');
  });
});

describe('LEND-D10: given a PAN that was refused when its person showed a document', () => {
  /** A person whose bank account was compared with the name on a PAN that another one has proved, and is refused now. */
  async function refused(meanwhile: (tx: Tx, userId: string) => Promise<void>): Promise<Person> {
    const owner = await withPanOf();
    const person = await squatterOn(owner);
    await person.linkAccount('50100123454093');
    const [userId, ownerId, hash] = [await idOf(person), await idOf(owner), await hashOf(owner)];
    // As at the moment at which the owner's proof is written and no job of it has run.
    await owner.shareAadhaar();
    await server.sql.query(
      `update kyc_records set pan_status = 'verified', pan_verified_at = now() where user_id = $1`,
      [ownerId],
    );
    await server.sql.query('update identity_claims set claimed_by = $2 where pan_hash = $1', [hash, ownerId]);
    await asWorker(server, userId, async (tx) => {
      expect(await keepPan(tx, userId, hash, new Date(server.now()))).toBe(false);
      await meanwhile(tx, userId);
    });
    await drained();
    return person;
  }
  const hashOf = async (person: Person) => {
    const { rows } = await server.sql.query<{ pan_hash: Buffer }>(
      'select pan_hash from profiles where user_id = $1',
      [await idOf(person)],
    );
    return rows[0]!.pan_hash;
  };
  const toldOf = async (person: Person) => {
    const { rows } = await server.sql.query<{ told: number; logged: number }>(
      `select (select count(*)::int from notifications where user_id = $1 and title = 'Your PAN is no longer verified') as told,
         (select count(*)::int from audit_log where subject_id = $1 and action = 'kyc.pan_lost') as logged`,
      [await idOf(person)],
    );
    return rows[0];
  };
  const accountsOf = async (person: Person) => {
    const { items } = await person.ok<{ items: { verification: { status: string } }[] }>(
      'GET',
      '/bank-accounts',
    );
    return items.map(({ verification }) => verification.status);
  };

  test('when another account proves it at that moment, then its person is told all the same', async () => {
    const person = await refused(async (tx, userId) => {
      // The job of tell_unproven.
      await tx.enqueue('kyc.pan_lost', { userId }, { key: `pan_lost:${userId}` });
    });
    expect(await toldOf(person)).toEqual({ told: 1, logged: 1 });
    expect(await accountsOf(person)).toEqual(['unverified']);
  });

  test('when another PAN is verified before the job runs, then bank accounts of before are compared anew', async () => {
    const person = await refused(async (tx, userId) => {
      await tx.call(
        `update kyc_records set pan_status = 'verified', pan_name = 'Vikram Mehta', pan_reason = null, pan_verified_at = now()
         where user_id = $1`,
        [userId],
      );
    });
    expect(await toldOf(person)).toEqual({ told: 0, logged: 1 });
    expect(await accountsOf(person)).toEqual(['unverified']);
    // One that was linked after the loss was compared with the new name.
    await server.sql.query(
      "update bank_accounts set status = 'verified', round_started_at = $2, verified_at = $2 where user_id = $1",
      [await idOf(person), new Date(server.now() + 1000)],
    );
    const again = { userId: await idOf(person), lostAt: new Date(server.now()).toISOString() };
    await asWorker(server, again.userId, (tx) => tx.enqueue('bank_accounts.name_lost', again));
    await drained();
    expect(await accountsOf(person)).toEqual(['verified']);
  });

  test('when its default account loses its verdict, then another one becomes the default', async () => {
    const person = await squatterOn(await withPanOf());
    for (const number of ['50100123454094', '50100123454095']) await person.linkAccount(number);
    const userId = await idOf(person);
    const lostAt = new Date(server.now()).toISOString();
    await server.sql.query(
      'update bank_accounts set round_started_at = $2 where user_id = $1 and not is_default',
      [userId, new Date(server.now() + 1000)],
    );
    await asWorker(server, userId, (tx) => tx.enqueue('bank_accounts.name_lost', { userId, lostAt }));
    await drained();
    const { rows } = await server.sql.query(
      'select status, is_default from bank_accounts where user_id = $1 order by created_at',
      [userId],
    );
    expect(rows).toEqual([
      { status: 'unverified', is_default: false },
      { status: 'verified', is_default: true },
    ]);
  });
});

describe('LEND-D10: given an account that verified its PAN alone', () => {
  test('when a person whose document carries another name tries it, then it stays', async () => {
    const owner = await squatterOn(await withPanOf());
    const vikram = { pan: 'SBXPV0680Q', name: 'Vikram Mehta', dateOfBirth: '1990-01-01' };
    const other = somebody(server);
    await server.control('POST', '/people', { ...vikram, aadhaarLast4: other.aadhaar.slice(-4) });
    await other.signUp();
    await other.ok('PUT', '/me/onboarding', {
      fullName: vikram.name,
      pan: vikram.pan,
      dateOfBirth: vikram.dateOfBirth,
      address: '12 Lake Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
    expect((await other.shareAadhaar<Verdict>('approve_consent', { pan: vikram.pan })).status).toBe(
      'verified',
    );
    const tried = await other.ok<Verdict>('POST', '/kyc/pan', { pan: owner.pan });
    expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'pan_name_mismatch' } });
    expect(await panOf(owner)).toEqual(VERIFIED);
    expect(await holderOf(owner)).toBe(await idOf(owner));
    await owner.shareAadhaar();
    expect((await assessed(owner)).status).toBe('approved');
  });

  test('when another one verifies it alone, too, then the first to show a document keeps it, and the second is told', async () => {
    const first = await withPanOf();
    await verifyPan(first);
    const second = await squatterOn(first);
    await first.shareAadhaar();
    // It is taken from the second by a job; a document that is judged beside it is told to come again.
    await drained();
    // The document is right, the PAN is not theirs.
    expect((await second.shareAadhaar<Verdict>()).status).toBe('verified');
    expect(await panOf(second)).toEqual(LOST);
    const { aadhaar, isComplete } = await kycOf(second);
    expect([aadhaar.status, isComplete]).toEqual(['verified', false]);
    expect((await second.call<Problem>('POST', '/credit/assessment', { consent: true })).status).toBe(409);
    await drained();
    const { rows } = await server.sql.query(
      `select title from notifications where user_id = $1 and title like 'Your PAN%'`,
      [await idOf(second)],
    );
    expect(rows).toHaveLength(1);
    expect((await assessed(first)).status).toBe('approved');
  });

  test('when both show a document at the same moment, then one of them keeps it', async () => {
    const first = await withPanOf();
    await verifyPan(first);
    const both = [first, await squatterOn(first)];
    const claims = { text: 'lock table identity_claims in exclusive mode', values: [] };
    await meetAt(
      server,
      claims,
      both.map((person) => () => person.shareAadhaar<Verdict>()),
    );
    const after = await Promise.all(both.map(panOf));
    expect(new Set(after.map(([status]) => status))).toEqual(new Set(['rejected', 'verified']));
    const complete = await Promise.all(both.map(async (person) => (await kycOf(person)).isComplete));
    expect(complete.filter(Boolean)).toHaveLength(1);
    await drained();
    const { rows } = await server.sql.query(
      `select user_id from notifications where user_id = any ($1) and title like 'Your PAN%'`,
      [await Promise.all(both.map(idOf))],
    );
    const losers = await Promise.all(both.filter((_, index) => !complete[index]).map(idOf));
    expect(rows).toEqual(losers.map((user_id) => ({ user_id })));
  });
});

describe('LEND-D10: given an account that has proved itself by PAN and document', () => {
  test.each(['', 'with a limit, '])(
    '%swhen another account tries its PAN, then it is refused',
    async (limit) => {
      const owner = await withPanOf();
      await owner.passKyc();
      if (limit) await owner.getLimit();
      const late = await withPanOf(owner);
      await late.shareAadhaar();
      const reply = await late.call<Problem>('POST', '/kyc/pan', { pan: owner.pan });
      expect([reply.status, reply.body.code]).toEqual([409, 'identity_in_use']);
      expect((await kycOf(owner)).isComplete).toBe(true);
      await drained();
      expect(await panOf(owner)).toEqual(VERIFIED);
    },
  );

  test('when its document is erased while a decision stands, then it is refused all the same', async () => {
    const owner = await withPanOf();
    await owner.passKyc();
    await owner.getLimit();
    await server.sql.query("update kyc_records set aadhaar_status = 'not_started' where user_id = $1", [
      await idOf(owner),
    ]);
    const late = await withPanOf(owner);
    expect((await late.call<Problem>('POST', '/kyc/pan', { pan: owner.pan })).body.code).toBe(
      'identity_in_use',
    );
  });
});

test('LEND-D10: given a PAN that was lost, when the account that held it is closed, then it may be verified again', async () => {
  const owner = await withPanOf();
  const stranger = await squatterOn(owner);
  await owner.passKyc();
  await untilPan(stranger, LOST);
  await server.sql.query('select release_identities(array[$1::uuid], now())', [await idOf(owner)]);
  expect((await verifyPan(stranger)).body).toMatchObject({ status: 'verified' });
  await drained();
  expect(await panOf(stranger)).toEqual(VERIFIED);
});
