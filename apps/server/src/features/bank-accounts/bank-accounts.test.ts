import { type BankAccount, CONSENTS, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { advance, drained, signInAgain, somebody } from '#test/steps.ts';
import { banking, form, freshNumber } from './bank-accounts.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const { accountsOf, checksOf, find, known, link, linked, rupeesTo, settled } = banking(() => server);

describe('LEND-24: what becomes of an account that is linked', () => {
  test.each([
    ['1234567890', 'ABCD0123456', 'verified', null],
    ['1234567890', 'ABCD0123457', 'rejected', 'details_wrong'],
    ['1234567890', 'ABCD0123458', 'unverified', 'bank_limit'],
    ['1234567890', 'ABCD0123459', 'unverified', 'bank_not_answering'],
    ['1234567890', 'ABCD0123467', 'rejected', 'details_wrong'],
    ['0987654321', 'DCBA6543210', 'rejected', 'details_wrong'],
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
    expect(notices.items.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Bank account /));
    expect(JSON.stringify(notices)).not.toContain(accountNumber);
  });

  test('9990000006 takes two hours, and is verified then', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await drained();
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
    await drained();
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
    await drained();
    expect(await rupeesTo('9990000008')).toBe(2);
  });

  test('before the PAN is verified no rupee leaves, whatever name is written; afterwards it may be tried again', async () => {
    const person = await somebody(server).signUp();
    const accountNumber = freshNumber();
    const account = await linked(person, accountNumber);
    const why = { status: 'unverified', reason: { code: 'pan_first' }, nameAtBank: null };
    expect(account.verification).toMatchObject(why);
    // The profile's name is the person's own word, and no proof.
    await person.onboard();
    await person.ok('POST', `/bank-accounts/${account.id}/verify`);
    expect((await settled(person, account.id)).verification).toMatchObject(why);
    expect(await rupeesTo(accountNumber)).toBe(0);
    await person.ok('POST', '/kyc/pan', { pan: person.pan });
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

  test.each(['SBXX0000500', 'SBXX0000408'])(
    'SPEC-7.bank-unknown: %s: a directory that is down stops no person',
    async (ifsc) => {
      const account = await linked(await known(), freshNumber(), ifsc);
      expect(account).toMatchObject({ bankName: 'SBXX', branch: '', verification: { status: 'verified' } });
    },
  );

  test('SPEC-7.ifsc-unknown: SBXX0000404: an unknown code is said on its field', async () => {
    const person = await known();
    const refused = await person.call<Problem>('POST', '/bank-accounts', form(freshNumber(), 'SBXX0000404'));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'ifsc', message: 'Invalid IFSC code' }] },
    });
    const looked = await person.call<Problem>('GET', '/ifsc/SBXX0000404');
    expect(looked).toMatchObject({ status: 404, body: { code: 'ifsc_not_found' } });
  });

  test('SPEC-7.ifsc-unknown: given eleven characters whose fifth is no zero, when looked up, then there is none', async () => {
    const person = await known();
    const looked = await person.call<Problem>('GET', '/ifsc/ABCD1123456');
    expect(looked).toMatchObject({ status: 404, body: { code: 'ifsc_not_found' } });
    const odd = await person.call<Problem>('GET', '/ifsc/ABCD-123456');
    expect(odd).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } });
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

test('LEND-24: the consent is kept with each linking, in the words that were read', async () => {
  const person = await known();
  await person.ok('POST', '/bank-accounts', form(freshNumber()), { 'accept-language': 'hi' });
  await linked(person);
  const { rows } = await server.sql.query<{ wording: string }>(
    "select wording from consents where purpose = 'bank_verification' order by given_at desc limit 2",
  );
  const { en, hi } = CONSENTS.bank_verification.wording;
  expect(rows.map((row) => row.wording)).toEqual([en, hi]);
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
      `select number_sealed, fingerprint, account_name, name_at_bank, name_percent, ifsc, branch, city
       from bank_accounts where id = $1`,
      [third.id],
    );
    const names = { account_name: '', name_at_bank: null, name_percent: null };
    const place = { ifsc: '', branch: '', city: '' };
    expect(rows).toEqual([{ number_sealed: null, fingerprint: null, ...names, ...place }]);
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
