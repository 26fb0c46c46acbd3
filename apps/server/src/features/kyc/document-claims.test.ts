import type { AnswerOf, assessCredit, Kyc } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf, meetAt } from '#test/racing.ts';
import { signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly reason: { readonly code: string } | null;
}

const said = ({ status, reason }: Verdict) => [status, reason?.code];
const VERIFIED = ['verified', undefined];
const IN_USE = ['rejected', 'aadhaar_in_use'];

/** A person with a profile and a verified PAN of their own, who holds the Aadhaar of another one. */
async function withAadhaarOf(owner?: Person): Promise<Person> {
  const person = somebody(server);
  if (owner) Object.assign(person, { aadhaar: owner.aadhaar });
  await person.signUp();
  await person.onboard();
  await person.ok('POST', '/kyc/pan', { pan: person.pan });
  return person;
}

async function proven(): Promise<Person> {
  const person = await withAadhaarOf();
  expect(said(await person.shareAadhaar<Verdict>())).toEqual(VERIFIED);
  return person;
}

const assessed = (person: Person) =>
  person.ok<AnswerOf<typeof assessCredit>>('POST', '/credit/assessment', { consent: true });

async function declinedFor(person: Person): Promise<string[]> {
  const { status, reasons } = await assessed(person);
  return [status, ...reasons.map(({ code }) => code)];
}

async function claimsOf(person: Person): Promise<number> {
  const { rowCount } = await server.sql.query('select 1 from identity_claims where claimed_by = $1', [
    await idOf(person),
  ]);
  return rowCount!;
}

describe('LEND-D10: a document that another live account holds', () => {
  test('given the same document and another PAN, then it is rejected and brings no limit', async () => {
    const first = await proven();
    const second = await withAadhaarOf(first);
    expect(said(await second.shareAadhaar<Verdict>())).toEqual(IN_USE);
    const { aadhaar, isComplete } = await second.ok<Kyc>('GET', '/kyc');
    expect([aadhaar.status, aadhaar.reason?.code, aadhaar.masked]).toEqual([...IN_USE, null]);
    expect(isComplete).toBe(false);
    expect((await second.call('POST', '/credit/assessment', { consent: true })).status).toBe(409);
    expect((await first.ok<Kyc>('GET', '/kyc')).isComplete).toBe(true);
  });

  test('given other printed facts under one DigiLocker account, then it is rejected', async () => {
    const locker = { digilockerId: 'one locker, two numbers' };
    const first = await withAadhaarOf();
    expect(said(await first.shareAadhaar<Verdict>('approve_consent', locker))).toEqual(VERIFIED);
    const second = await withAadhaarOf();
    expect(said(await second.shareAadhaar<Verdict>('approve_consent', locker))).toEqual(IN_USE);
  });

  test('given the same printed facts under another DigiLocker account, then it is verified: two people may share them', async () => {
    const first = await proven();
    const second = await withAadhaarOf(first);
    const locker = { digilockerId: 'of a namesake' };
    expect(said(await second.shareAadhaar<Verdict>('approve_consent', locker))).toEqual(VERIFIED);
    expect((await assessed(second)).status).toBe('approved');
  });

  test('given two accounts that finish at the same moment, then one of them gets it', async () => {
    const first = await withAadhaarOf();
    const both = [first, await withAadhaarOf(first)];
    const claims = { text: 'lock table identity_claims in exclusive mode', values: [] };
    const verdicts = await meetAt(
      server,
      claims,
      both.map((person) => () => person.shareAadhaar<Verdict>()),
    );
    const words = verdicts.map(({ status, reason }) => reason?.code ?? status);
    expect(new Set(words)).toEqual(new Set(['verified', 'aadhaar_in_use']));
  });

  test('given its account is closed without debts, then another one may prove it', async () => {
    const first = await proven();
    await signInAgain(first);
    await first.ok('DELETE', '/me');
    const second = await withAadhaarOf(first);
    expect(said(await second.shareAadhaar<Verdict>())).toEqual(VERIFIED);
  });
});

describe('LEND-24: the same person', () => {
  test('given a document that is due again, when the DigiLocker account is another one, then it is verified', async () => {
    const person = await proven();
    await server.sql.query(
      `update kyc_records set rekyc_due_on = current_date + 5, rekyc_step_on = null,
         pan_verified_at = '2020-01-01', aadhaar_verified_at = '2020-01-01' where user_id = $1`,
      [await idOf(person)],
    );
    expect(said(await person.shareAadhaar<Verdict>())).toEqual(VERIFIED);
    await server.sql.query(`update kyc_records set aadhaar_verified_at = '2020-01-01' where user_id = $1`, [
      await idOf(person),
    ]);
    const locker = { digilockerId: 'moved house' };
    expect(said(await person.shareAadhaar<Verdict>('approve_consent', locker))).toEqual(VERIFIED);
    // From then on that one is theirs, too.
    const other = await withAadhaarOf();
    expect(said(await other.shareAadhaar<Verdict>('approve_consent', locker))).toEqual(IN_USE);
  });

  test('given a rejected document, when it is shared rightly afterwards, then it is verified', async () => {
    const person = await withAadhaarOf();
    const wrong = await person.shareAadhaar<Verdict>('consent_dob_mismatch');
    expect(said(wrong)).toEqual(['rejected', 'aadhaar_date_of_birth']);
    expect(await claimsOf(person)).toBe(1);
    expect(said(await person.shareAadhaar<Verdict>())).toEqual(VERIFIED);
    expect(await claimsOf(person)).toBe(2);
  });
});

describe('an identity on an account of the version before', () => {
  /** As a process without claims of documents left them. */
  async function unclaimed(person: Person): Promise<void> {
    const id = await idOf(person);
    await server.sql.query(
      `delete from identity_claims where claimed_by = $1
         and pan_hash <> (select pan_hash from profiles where user_id = $1)`,
      [id],
    );
    await server.sql.query(
      'update kyc_records set aadhaar_store_hash = null, aadhaar_person_hash = null where user_id = $1',
      [id],
    );
  }
  const untilClaimed = async (person: Person) => {
    const id = await idOf(person);
    await until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from kyc_records where user_id = $1 and aadhaar_person_hash is not null',
        [id],
      );
      return rows[0];
    });
  };

  test('LEND-D10: given two accounts of one document, then the later one is declined', async () => {
    const first = await proven();
    await unclaimed(first);
    // That process let the same document pass twice.
    const second = await proven();
    await server.sql.query(
      `update kyc_records set aadhaar_last4 = $2, aadhaar_verified_at = aadhaar_verified_at + interval '1 day' where user_id = $1`,
      [await idOf(second), first.aadhaar.slice(-4)],
    );
    await unclaimed(second);
    await Promise.all([untilClaimed(first), untilClaimed(second)]);
    expect(await declinedFor(second)).toEqual(['declined', 'D10']);
    expect((await assessed(first)).status).toBe('approved');
  });
});

describe('LEND-D11: a person who was blocked for fraud', () => {
  const markFraud = async (person: Person) =>
    server.sql.query(
      `insert into account_blocks (user_id, reason, blocked_by, blocked_at, is_fraud)
       values ($1, 'Forged papers', new_id(), now(), true)`,
      [await idOf(person)],
    );
  const letGo = async (person: Person) =>
    server.sql.query('update identity_claims set released_at = at where claimed_by = $1', [
      await idOf(person),
    ]);

  test('given the same document on another account, then that one is declined', async () => {
    const first = await proven();
    await letGo(first);
    const second = await withAadhaarOf(first);
    expect(said(await second.shareAadhaar<Verdict>())).toEqual(VERIFIED);
    expect((await assessed(second)).status).toBe('approved');
    await markFraud(first);
    expect(await declinedFor(second)).toEqual(['declined', 'D11']);
  });

  test('given the same PAN on another account, then that one is declined for as long as the block lasts', async () => {
    const first = await proven();
    await letGo(first);
    const second = somebody(server);
    Object.assign(second, { pan: first.pan });
    await second.signUp();
    await second.onboard();
    await second.passKyc();
    await markFraud(first);
    expect(await declinedFor(second)).toEqual(['declined', 'D11']);
    await server.sql.query('delete from account_blocks where user_id = $1', [await idOf(first)]);
    expect((await assessed(second)).status).toBe('approved');
  });

  test('given a PAN that the blocked account only typed, then its owner is not declined', async () => {
    const victim = await proven();
    const thief = somebody(server);
    Object.assign(thief, { pan: victim.pan });
    await thief.signUp();
    await thief.onboard();
    await markFraud(thief);
    expect((await assessed(victim)).status).toBe('approved');
  });
});
