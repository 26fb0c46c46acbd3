import type { BankAccount } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let count = 0;
const register = (person: Person, about: object) =>
  server.control('POST', '/people', {
    pan: person.pan,
    dateOfBirth: '1990-01-01',
    aadhaarLast4: person.aadhaar.slice(-4),
    ...about,
  });

/** The number of an account that the bank says is this Asha Rao's. */
async function numberOf(asha: Person): Promise<string> {
  count += 1;
  const accountNumber = `501001299${String(count).padStart(5, '0')}`;
  await register(asha, { name: 'Asha Rao', accountNumber });
  return accountNumber;
}

async function withPan(fullName = 'Asha Rao'): Promise<Person> {
  const person = somebody(server);
  await register(person, { name: fullName });
  await person.signUp();
  await person.ok('PUT', '/me/onboarding', {
    fullName,
    pan: person.pan,
    dateOfBirth: '1990-01-01',
    address: '12 Lake Road, Pune 411001',
    monthlyIncomePaise: 8_500_000,
  });
  await person.ok('POST', '/kyc/pan', { pan: person.pan });
  return person;
}

async function proven(fullName?: string): Promise<Person> {
  const person = await withPan(fullName);
  await person.shareAadhaar('approve_consent', { pan: person.pan });
  return person;
}

/** Links an account, and waits for the word of its bank. */
async function linked(person: Person, accountNumber: string): Promise<string> {
  const { id } = await person.ok<BankAccount>('POST', '/bank-accounts', {
    accountName: 'Asha Rao',
    accountNumber,
    confirmAccountNumber: accountNumber,
    ifsc: 'ABCD0123456',
    acceptTerms: true,
  });
  const account = await until(async () => {
    const { items } = await person.ok<{ items: BankAccount[] }>('GET', '/bank-accounts');
    return items.find((one) => one.id === id && one.verification.status !== 'pending');
  });
  return account.verification.status;
}

async function refusalOf(friend: Person): Promise<string | null> {
  // Under the role of the sweep, which asks it.
  const client = await server.sql.connect();
  try {
    await client.query('set role mohlat_worker');
    const { rows } = await client.query<{ why: string | null }>('select referral_refusal($1) as why', [
      await idOf(friend),
    ]);
    return rows[0]!.why;
  } finally {
    client.release(true);
  }
}

describe('LEND-24 (referral): the bank account of a friend', () => {
  test('given another person whose bank account it is, too, then the friend is not new, in whichever order they came', async () => {
    const [friend, other] = [await proven(), await proven()];
    const number = await numberOf(friend);
    expect(await linked(friend, number)).toBe('verified');
    expect(await refusalOf(friend)).toBeNull();
    expect(await linked(other, number)).toBe('verified');
    expect([await refusalOf(friend), await refusalOf(other)]).toEqual([
      'same_bank_account',
      'same_bank_account',
    ]);
    // Taken off, it was theirs all the same.
    const { items } = await other.ok<{ items: BankAccount[] }>('GET', '/bank-accounts');
    await other.ok('DELETE', `/bank-accounts/${items[0]!.id}`);
    expect(await refusalOf(friend)).toBe('same_bank_account');
  });

  test('given a stranger who links its number and is refused by the bank’s word, then the friend still counts', async () => {
    const [friend, stranger] = [await proven(), await proven('Vikram Mehta')];
    const number = await numberOf(friend);
    expect(await linked(friend, number)).toBe('verified');
    expect(await linked(stranger, number)).toBe('rejected');
    expect(await refusalOf(friend)).toBeNull();
    const { items } = await stranger.ok<{ items: BankAccount[] }>('GET', '/bank-accounts');
    await stranger.ok('DELETE', `/bank-accounts/${items[0]!.id}`);
    expect(await refusalOf(friend)).toBeNull();
  });

  test('given a stranger with the friend’s name and no document, then the friend still counts, until that one is proved', async () => {
    const [friend, stranger] = [await proven(), await withPan()];
    const number = await numberOf(friend);
    expect([await linked(friend, number), await linked(stranger, number)]).toEqual(['verified', 'verified']);
    expect(await refusalOf(friend)).toBeNull();
    await stranger.shareAadhaar('approve_consent', { pan: stranger.pan });
    expect(await refusalOf(friend)).toBe('same_bank_account');
  });

  test('given a number that the friend mistyped, then its real owner makes nothing of them', async () => {
    const [friend, owner] = [await proven('Vikram Mehta'), await proven()];
    const number = await numberOf(owner);
    expect(await linked(owner, number)).toBe('verified');
    expect(await linked(friend, number)).toBe('rejected');
    expect([await refusalOf(friend), await refusalOf(owner)]).toEqual([null, null]);
  });
});
