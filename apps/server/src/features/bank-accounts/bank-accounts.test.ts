import type { BankAccount, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Person, until } from '../../../test/person.ts';
import { advance, clearFaults, fault, pause, signInAgain, somebody } from '../../../test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let filler = 0;
/** A number no other test links. */
const freshNumber = () => `60${String((filler += 1)).padStart(9, '0')}`;
const form = (accountNumber: string, ifsc = 'ABCD0123456') => ({
  accountName: 'Asha Rao',
  accountNumber,
  confirmAccountNumber: accountNumber,
  ifsc,
  acceptTerms: true,
});
const link = (person: Person, accountNumber: string, ifsc?: string) =>
  person.ok<BankAccount>('POST', '/bank-accounts', form(accountNumber, ifsc));
const accountsOf = async (person: Person) =>
  (await person.ok<{ items: BankAccount[] }>('GET', '/bank-accounts')).items;
const find = async (person: Person, id: string) => (await accountsOf(person)).find((one) => one.id === id);
const settled = (person: Person, id: string) =>
  until(async () => {
    const account = await find(person, id);
    return account && account.verification.status !== 'pending' ? account : undefined;
  }, 20_000);
const linked = async (person: Person, accountNumber = freshNumber(), ifsc?: string) =>
  settled(person, (await link(person, accountNumber, ifsc)).id);
const known = async () => {
  const person = somebody(server);
  await person.signUp();
  await person.onboard();
  await person.ok('POST', '/kyc/pan', { pan: person.pan });
  return person;
};
const rupeesTo = async (accountNumber: string) => {
  const truth = await server.control<{ pennyDrops: { accountNumber: string }[] }>('GET', '/truth');
  return truth.pennyDrops.filter((drop) => drop.accountNumber === accountNumber).length;
};
const checksOf = async (accountId: string) => {
  const { rows } = await server.sql.query<{ round: number; state: string; provider_ref: string | null }>(
    'select round, state, provider_ref from bank_account_checks where bank_account_id = $1 order by started_at, id',
    [accountId],
  );
  return rows;
};

describe('LEND-24: what becomes of an account that is linked', () => {
  test.each([
    ['1234567890', 'ABCD0123456', 'verified', null],
    ['1234567890', 'ABCD0123457', 'rejected', 'details_wrong'],
    ['1234567890', 'ABCD0123458', 'unverified', 'bank_limit'],
    ['1234567890', 'ABCD0123459', 'unverified', 'bank_not_answering'],
    ['1234567890', 'ABCD0123467', 'rejected', 'details_wrong'],
    ['0987654321', 'ABCD0123456', 'rejected', 'details_wrong'],
    ['9990000001', 'HDFC0000001', 'review', 'name_review'],
    ['9990000002', 'HDFC0000001', 'rejected', 'name_mismatch'],
    ['9990000003', 'HDFC0000001', 'rejected', 'account_closed'],
    ['9990000004', 'HDFC0000001', 'rejected', 'account_frozen'],
    ['9990000005', 'HDFC0000001', 'rejected', 'account_nre'],
    ['9990000007', 'HDFC0000001', 'unverified', 'bank_not_answering'],
    ['9990000009', 'HDFC0000001', 'verified', null],
  ])('%s at %s is %s (%s)', async (accountNumber, ifsc, status, reason) => {
    const person = await known();
    const account = await linked(person, accountNumber, ifsc);
    expect(account).toMatchObject({
      maskedAccountNumber: `XXXX${accountNumber.slice(-4)}`,
      ifsc,
      isDefault: status === 'verified',
      verification: { status, nameAtBank: status === 'verified' ? 'ASHA RAO' : null },
    });
    expect(account.verification.reason?.code ?? null).toBe(reason);
    const notices = await person.ok<{ items: { title: string; description: string }[] }>(
      'GET',
      '/notifications',
    );
    expect(notices.items[0]?.title).toMatch(/^Bank account /);
    expect(JSON.stringify(notices)).not.toContain(accountNumber);
  });

  test('9990000006 takes two hours, and is verified then', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await pause(2_500);
    expect((await find(person, id))?.verification.status).toBe('pending');
    await advance(server, 'PT2H');
    await signInAgain(person);
    expect((await settled(person, id)).verification.status).toBe('verified');
    expect(await rupeesTo('9990000006')).toBe(1);
  });

  test('an answer that never comes is given up after three days, and is no verdict', async () => {
    const person = await known();
    const { id } = await link(person, '1234567890', 'ABCD0123450');
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await pause(2_500);
    await advance(server, 'P4D');
    await signInAgain(person);
    const account = await settled(person, id);
    expect(account.verification).toMatchObject({ status: 'unverified', reason: { code: 'answer_lost' } });
  });

  test('9990000008: the rupee is sent once more after silence, never a third time, and nothing is concluded', async () => {
    const person = await known();
    const account = await linked(person, '9990000008', 'HDFC0000001');
    expect(account.verification).toMatchObject({ status: 'unverified', reason: { code: 'answer_lost' } });
    expect(await rupeesTo('9990000008')).toBe(2);
    expect((await checksOf(account.id)).map((check) => check.state)).toEqual(['lost', 'lost']);
    // Time alone sends nothing.
    await advance(server, 'PT30M');
    await pause(1_000);
    expect(await rupeesTo('9990000008')).toBe(2);
  });

  test('without a name to compare with no rupee leaves; with one it may be tried again', async () => {
    const person = await somebody(server).signUp();
    const accountNumber = freshNumber();
    const account = await linked(person, accountNumber);
    expect(account.verification.reason?.code).toBe('profile_incomplete');
    expect(await rupeesTo(accountNumber)).toBe(0);
    await person.onboard();
    const again = await person.call<BankAccount>('POST', `/bank-accounts/${account.id}/verify`);
    expect([again.status, again.body.verification.status]).toEqual([202, 'pending']);
    expect((await settled(person, account.id)).verification.status).toBe('verified');
    expect(await rupeesTo(accountNumber)).toBe(1);
  });
});

describe('the branch', () => {
  test('is kept with the account', async () => {
    expect(await linked(await known())).toMatchObject({
      bankName: 'Sandbox Bank',
      branch: 'Jayanagar',
      city: 'Bengaluru',
    });
  });

  test.each(['SBXX0000500', 'SBXX0000408'])('%s: a directory that is down stops nobody', async (ifsc) => {
    const account = await linked(await known(), freshNumber(), ifsc);
    expect(account).toMatchObject({ bankName: 'SBXX', branch: '', verification: { status: 'verified' } });
  });

  test('SBXX0000404: a code nobody knows is said on its field', async () => {
    const person = await known();
    const refused = await person.call<Problem>('POST', '/bank-accounts', form(freshNumber(), 'SBXX0000404'));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'ifsc', message: 'Invalid IFSC code' }] },
    });
    const looked = await person.call<Problem>('GET', '/ifsc/SBXX0000404');
    expect(looked).toMatchObject({ status: 404, body: { code: 'ifsc_not_found' } });
  });
});

test('SPEC-5: every field has its sentence', async () => {
  const person = await somebody(server).signUp();
  const said = async (change: object) => {
    const { status, body } = await person.call<Problem>('POST', '/bank-accounts', {
      ...form('50100123454021'),
      ...change,
    });
    return [status, ...(body.errors ?? []).map((one) => `${one.path}: ${one.message}`)];
  };
  expect(await said({ accountName: '  ' })).toEqual([422, 'accountName: Account holder name is required']);
  expect(await said({ accountNumber: '', confirmAccountNumber: '' })).toEqual([
    422,
    'accountNumber: Account number is required',
    'confirmAccountNumber: Please confirm the account number',
  ]);
  expect(await said({ confirmAccountNumber: '50100123454022' })).toEqual([
    422,
    'confirmAccountNumber: Account numbers must match',
  ]);
  expect(await said({ accountNumber: '12345678', confirmAccountNumber: '12345678' })).toEqual([
    422,
    'accountNumber: Account number must be 9 to 18 digits',
  ]);
  expect((await said({ ifsc: 'ABCD012345' }))[1]).toBe('ifsc: IFSC code must be 11 characters');
  expect(await said({ ifsc: 'ABCD1123456' })).toEqual([422, 'ifsc: Invalid IFSC code']);
  expect(await said({ acceptTerms: false })).toEqual([422, 'acceptTerms: You must accept the terms']);
  expect(await accountsOf(person)).toEqual([]);
});

describe('several accounts', () => {
  test('the first verified one is the default, another may be made it, and the oldest takes the place of one removed', async () => {
    const person = await known();
    const refused = await linked(person, '9990000003', 'HDFC0000001');
    const first = await linked(person);
    const second = await linked(person);
    const third = await linked(person);
    const defaults = async () =>
      (await accountsOf(person)).filter((one) => one.isDefault).map((one) => one.id);
    expect(await defaults()).toEqual([first.id]);
    await person.ok('POST', `/bank-accounts/${third.id}/default`);
    expect(await defaults()).toEqual([third.id]);
    const not = await person.call<Problem>('POST', `/bank-accounts/${refused.id}/default`);
    expect([not.status, not.body.code]).toEqual([409, 'bank_account_not_verified']);
    expect((await person.call('DELETE', `/bank-accounts/${third.id}`)).status).toBe(204);
    expect(await defaults()).toEqual([first.id]);
    expect((await accountsOf(person)).map((one) => one.id)).toEqual([second.id, first.id, refused.id]);
    expect((await person.call('DELETE', `/bank-accounts/${third.id}`)).status).toBe(404);
    const { rows } = await server.sql.query(
      'select number_sealed, fingerprint from bank_accounts where id = $1',
      [third.id],
    );
    expect(rows).toEqual([{ number_sealed: null, fingerprint: null }]);
  });

  test('the same one is linked once, also when it is asked for twice at the same moment', async () => {
    const person = await known();
    const accountNumber = freshNumber();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.call<Problem>('POST', '/bank-accounts', form(accountNumber))),
    );
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    expect(answers.find((one) => one.status === 409)?.body.code).toBe('bank_account_exists');
    const [account] = await accountsOf(person);
    await settled(person, account!.id);
    expect(await rupeesTo(accountNumber)).toBe(1);
  });

  test('one that was rejected makes room for the same one typed again', async () => {
    const person = await known();
    const first = await linked(person, '9990000003', 'HDFC0000001');
    const second = await linked(person, '9990000003', 'HDFC0000001');
    expect((await accountsOf(person)).map((one) => one.id)).toEqual([second.id]);
    expect(second.id).not.toBe(first.id);
  });

  test('there are ten at most, and pages of them', async () => {
    const person = await known();
    for (let nth = 0; nth < 10; nth += 1) await link(person, freshNumber());
    const refused = await person.call<Problem>('POST', '/bank-accounts', form(freshNumber()));
    expect([refused.status, refused.body.code]).toEqual([409, 'bank_account_limit']);
    const page = await person.ok<{ items: BankAccount[]; nextCursor: string }>(
      'GET',
      '/bank-accounts?limit=6',
    );
    const rest = await person.ok<{ items: BankAccount[]; nextCursor: null }>(
      'GET',
      `/bank-accounts?limit=6&cursor=${page.nextCursor}`,
    );
    expect([page.items.length, rest.items.length, rest.nextCursor]).toEqual([6, 4, null]);
    expect(new Set([...page.items, ...rest.items].map((one) => one.id)).size).toBe(10);
  });

  test('linking and trying again are counted by the hour', async () => {
    const person = await known();
    const { id: userId } = await person.ok<{ id: string }>('GET', '/me');
    const { now } = await server.control<{ now: string }>('GET', '/clock');
    await server.sql.query(
      `insert into call_counters (user_id, kind, window_start, count) values ($1, 'bank_account', $2, 200)`,
      [userId, now],
    );
    const refused = await person.call<Problem>('POST', '/bank-accounts', form(freshNumber()));
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(await accountsOf(person)).toEqual([]);
  });
});

describe('trying again', () => {
  test('after a bank that could not be asked sends a new rupee, and what was answered stands', async () => {
    const person = await known();
    const accountNumber = freshNumber();
    await fault(server, 'setu_data', 'bav_start', { reset_before: true }, 2);
    const account = await linked(person, accountNumber);
    await clearFaults(server);
    expect(account.verification.status).toBe('unverified');
    await person.ok('POST', `/bank-accounts/${account.id}/verify`);
    expect((await settled(person, account.id)).verification.status).toBe('verified');
    const again = await person.call<Problem>('POST', `/bank-accounts/${account.id}/verify`);
    expect([again.status, again.body.code]).toEqual([409, 'bank_account_checked']);
  });

  test('pressed twice it is one new round', async () => {
    const person = await known();
    const account = await linked(person, '9990000007', 'HDFC0000001');
    const before = await rupeesTo('9990000007');
    await Promise.all([1, 2, 3].map(() => person.ok('POST', `/bank-accounts/${account.id}/verify`)));
    await settled(person, account.id);
    expect((await rupeesTo('9990000007')) - before).toBe(1);
  });

  test('names that cannot be compared leave the account open, and it is looked at again', async () => {
    const person = await known();
    await fault(server, 'setu_data', 'name_match', { http: 500, commit: 'before' }, 'always');
    const { id } = await link(person, freshNumber());
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await pause(2_000);
    expect((await find(person, id))?.verification.status).toBe('pending');
    await clearFaults(server);
    await advance(server, 'PT5M');
    expect((await settled(person, id)).verification.status).toBe('verified');
  });

  test('a removed account is not asked about any more', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await person.ok('DELETE', `/bank-accounts/${id}`);
    const { rows } = await server.sql.query('select status, next_look_at from bank_accounts where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'pending', next_look_at: null }]);
  });

  test('after silence the second rupee may bring the answer, and both are on record', async () => {
    const person = await known();
    await fault(server, 'setu_data', 'bav_start', { timeout: true, commit: 'before' }, 1);
    const { id } = await link(person, freshNumber());
    await until(async () => ((await checksOf(id))[0]?.state === 'lost' ? true : undefined));
    const account = await settled(person, id);
    expect(account.verification.status).toBe('verified');
    expect((await checksOf(id)).map((check) => check.state)).toEqual(['lost', 'answered']);
  });
});

describe('LEND-20: call-backs', () => {
  const post = (path: string, body: object | string) =>
    fetch(`${server.url}/api/v1/webhooks/setu-data/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const notice = (id: string, name = 'ASHA RAO') => ({
    event: 'BAV_WEBHOOK_NOTIFICATION',
    timeStamp: '2026-11-20T10:00:00Z',
    data: { bav: { id, verification: 'success', message: 'ok', data: { name } } },
  });
  const pending = async () => {
    const person = await known();
    const { id } = await link(person, '1234567890', 'ABCD0123450');
    const check = await until(async () => (await checksOf(id)).find((one) => one.provider_ref));
    return { person, id, ref: check.provider_ref! };
  };

  test('a forged one verifies nobody: the bank itself is asked, and its word counts', async () => {
    const { person, id, ref } = await pending();
    expect((await post('sandbox-callback-token/bav', notice(ref))).status).toBe(200);
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        'select outcome from webhook_inbox where subject_ref = $1',
        [ref],
      );
      return rows[0]?.outcome === 'enquired' ? true : undefined;
    });
    expect((await find(person, id))?.verification.status).toBe('pending');
  });

  test('one without the secret is refused, one about nobody’s check is kept as unmatched', async () => {
    const { ref } = await pending();
    expect((await post('guessed/bav', notice(ref))).status).toBe(401);
    expect((await post('sandbox-callback-token/bav', '{')).status).toBe(400);
    expect((await post('sandbox-callback-token/bav', notice('bav-nobody'))).status).toBe(200);
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        "select outcome from webhook_inbox where subject_ref = 'bav-nobody'",
      );
      return rows[0]?.outcome === 'unmatched' ? true : undefined;
    });
  });

  test('a true one is looked into at once', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    const check = await until(async () => (await checksOf(id)).find((one) => one.provider_ref));
    await pause(2_500);
    // Kept from the schedule, so that only the call-back can bring the answer.
    await server.sql.query("update bank_accounts set next_look_at = '2030-01-01' where id = $1", [id]);
    await advance(server, 'PT2H');
    await signInAgain(person);
    expect((await settled(person, id)).verification.status).toBe('verified');
    const { rows } = await server.sql.query('select outcome from webhook_inbox where subject_ref = $1', [
      check.provider_ref,
    ]);
    expect(rows).toEqual([{ outcome: 'enquired' }]);
  });
});
