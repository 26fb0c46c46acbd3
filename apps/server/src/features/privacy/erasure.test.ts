import { randomUUID } from 'node:crypto';
import type { Closed, ClosurePreview, Problem } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, idOf, retain, rowsOf } from '#test/erasing.ts';
import { brokenInvariants, type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { meet } from '#test/racing.ts';
import { advance, drained, signInAgain, somebody } from '#test/steps.ts';
import { TOLD } from './retention.told.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('closing an account', () => {
  test('leaves nothing of a person who never applied, and their address and PAN are free', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    const userId = await idOf(ravi);
    await ravi.ok('PUT', '/me/preferences', { theme: 'dark' });
    await server.sql.query(
      `select enqueue_job('notifications.send', json_build_object('id', 'x', 'sealed', 'x', 'userId', $1::text),
         now() + interval '1 day')`,
      [userId],
    );
    const preview = await ravi.ok<ClosurePreview>('GET', '/me/closure');
    expect(preview).toMatchObject({ blockers: [], needsSignIn: false });
    const answer = await close(ravi);
    expect(answer.status).toBe('closed');
    expect(answer.kept.map(({ what }) => what)).toEqual(preview.kept.map(({ what }) => what));
    expect(answer.kept).toHaveLength(1 + Object.keys(TOLD).length);
    expect(await rowsOf(server, userId)).toEqual({ access_log: 1, account_closures: 1 });
    const messages = await server.sql.query(
      `select 1 from graphile_worker._private_jobs where payload ->> 'userId' = $1`,
      [userId],
    );
    expect(messages.rowCount).toBe(0);
    const { rows } = await server.sql.query(
      'select email, phone, password_hash, user_metadata from auth.users where id = $1',
      [userId],
    );
    expect(rows).toEqual([{ email: null, phone: null, password_hash: null, user_metadata: {} }]);

    expect((await ravi.call<Problem>('GET', '/me')).body.code).toBe('session_ended');
    await expect(signInAgain(ravi)).rejects.toThrow();
    const client = ravi.authClient();
    const earlier = new Set((await ravi.inbox()).map(({ otp }) => otp));
    expect((await client.signUp({ email: ravi.email, password: 'another river stone' })).error).toBeNull();
    const mail = await until(async () => {
      return (await ravi.inbox()).find(({ otp }) => otp && !earlier.has(otp));
    });
    const proven = await client.verifyOtp({ email: ravi.email, token: mail.otp!, type: 'email' });
    ravi.token = proven.data.session!.access_token;
    expect(await idOf(ravi)).not.toBe(userId);
  });

  test('of a person who never used their limit, no books are kept and none are spoken of', async () => {
    const asha = await somebody(server).ready();
    await asha.addCard();
    const { kept, erased } = await close(asha);
    expect(kept.map(({ what }) => what.split(':')[0])).toEqual([
      'your identity record',
      'your consents and how your limit was decided',
      'who read or copied your data, or blocked or closed your account, and when',
      ...Object.values(TOLD).map(({ what }) => what.en.split(':')[0]),
      'coded forms of your PAN and of your Aadhaar document that cannot be turned back',
    ]);
    expect(erased).toContain('saved cards and fetched bills');
  });

  test('of a person whose limit a decline took away as much is kept, and as long', async () => {
    const [asha, ravi] = [await somebody(server).ready(), await somebody(server).ready()];
    await server.sql.query(
      "update credit_accounts set state = 'declined', state_reason = null, limit_paise = 0 where user_id = $1",
      [await idOf(ravi)],
    );
    const kept = async (person: Person) => (await close(person)).kept.slice(0, 2);
    const ofCustomer = await kept(asha);
    expect(ofCustomer).toHaveLength(2);
    expect(await kept(ravi)).toEqual(ofCustomer);
  });

  test('asked again with the same token it answers the same, and nothing happens twice', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    const first = await close(ravi);
    expect(await ravi.ok('DELETE', '/me')).toEqual(first);
    const mails = await until(async () => {
      const all = (await ravi.inbox()) as unknown as { subject: string; text: string }[];
      const mine = all.filter(({ subject }) => subject === 'Your Mohlat account is closed');
      return mine.length > 0 ? mine : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('Erased: e-mail address, mobile number');
    expect(mails[0]!.text).toContain('grievance');
    expect(mails[0]!.text).toContain(`${TOLD.audit_log.what.en}: ${TOLD.audit_log.why.en} (for good)`);
  });

  test('is refused while a payment is under way and while money is owed, with the figures', async () => {
    const asha = await somebody(server).ready();
    const slow = await asha.addCard('1004');
    const moving = await asha.pay(slow.id, 200_000);
    const refused = await asha.call<Problem>('DELETE', '/me', { confirm: 'DELETE' });
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_under_way']);
    expect(refused.body.detail).toContain('₹2,000.00');
    await asha.untilBill(moving.id, 'submitted');
    await drained();
    await advance(server, 'PT10M1S');
    await asha.untilBill(moving.id, 'paid');
    const owing = await asha.call<Problem>('DELETE', '/me');
    const { outstandingPaise } = await asha.payment(moving.id);
    expect([owing.status, owing.body.code]).toEqual([409, 'money_owed']);
    const { blockers } = await asha.ok<ClosurePreview>('GET', '/me/closure?language=hi');
    expect(blockers).toMatchObject([{ code: 'money_owed', amountPaise: outstandingPaise, count: 1 }]);
    expect((await asha.ok<{ credit: { state: string } }>('GET', '/me')).credit.state).toBe('active');
  });

  test('needs a sign-in of the last hour, and a word that is the right one', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    expect((await ravi.call<Problem>('DELETE', '/me', { confirm: 'yes' })).body.code).toBe(
      'validation_failed',
    );
    const client = ravi.authClient();
    await client.signInWithPassword({ email: ravi.email, password: 'a quiet river stone' });
    server.machine.passSeconds(61 * 60);
    const { data } = await client.refreshSession();
    ravi.token = data.session!.access_token;
    expect((await ravi.call<Problem>('DELETE', '/me')).body.code).toBe('sign_in_again');
    const copy = await ravi.call<Problem>('GET', '/me/export');
    expect([copy.status, copy.body.code]).toEqual([403, 'sign_in_again']);
    expect(await ravi.ok<ClosurePreview>('GET', '/me/closure')).toMatchObject({ needsSignIn: true });
    await signInAgain(ravi);
    await close(ravi);
  });
});

test.each([
  ['suspended', 'arrears', 'identity_in_use'],
  ['suspended', 'dispute', 'identity_in_use'],
  ['suspended', null, 'identity_in_use'],
  ['revoked', null, 'identity_in_use'],
  ['suspended', 'report_stale', undefined],
])(
  'LEND-14: closing an account that is %s (%s) is no way around it: the PAN is %s',
  async (state, reason, code) => {
    const ravi = await somebody(server).ready();
    await server.sql.query('update credit_accounts set state = $2, state_reason = $3 where user_id = $1', [
      await idOf(ravi),
      state,
      reason,
    ]);
    await close(ravi);
    const again = await (await new Person(server, ravi.pan).signUp()).onboard();
    expect((await again.call<Problem>('POST', '/kyc/pan', { pan: ravi.pan })).body.code).toBe(code);
  },
);

test.each([
  ['accepting', [202, 409], 1],
  // It waited for the lock and found the limit closed.
  ['closing', [409, 200], 0],
])(
  'LEND-C5: closing and accepting at the same moment, the first of the two happens (%s)',
  async (first, statuses, payments) => {
    const asha = await somebody(server).ready();
    const userId = await idOf(asha);
    const card = await asha.addCard();
    const { quoteId } = await asha.quote(card.id, 100_000);
    const replies = new Map<string, number>();
    const both = [
      async () => void replies.set('accepted', (await asha.accept(quoteId)).status),
      async () =>
        void replies.set('closed', (await asha.call('DELETE', '/me', { confirm: 'DELETE' })).status),
    ];
    await meet(server, userId, 'credit', first === 'closing' ? both.toReversed() : both);
    expect([replies.get('accepted'), replies.get('closed')]).toEqual(statuses);
    const { rowCount } = await server.sql.query('select 1 from payments where user_id = $1', [userId]);
    expect(rowCount).toBe(payments);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  },
);

describe('a refused applicant', () => {
  const REFUSED = 'SBXPR0610A';
  const apply = async (person: Person) => {
    await (await (await person.signUp()).onboard()).passKyc();
    return person.ok<{ status: string }>('POST', '/credit/assessment', { consent: true });
  };
  const gone = [
    'profiles',
    'kyc_records',
    'kyc_attempts',
    'credit_accounts',
    'credit_assessments',
    'consents',
  ];

  test('LEND-24: is kept for a year after closing, cannot apply again meanwhile, and is then a keyed hash', async () => {
    const ravi = new Person(server, REFUSED);
    expect((await apply(ravi)).status).toBe('declined');
    const userId = await idOf(ravi);
    await close(ravi);
    expect(await rowsOf(server, userId)).toMatchObject({
      profiles: 1,
      kyc_records: 1,
      credit_assessments: 1,
    });
    const kept = await server.sql.query(
      'select mobile_sealed, monthly_income_paise, full_name from profiles where user_id = $1',
      [userId],
    );
    expect(kept.rows).toEqual([{ mobile_sealed: null, monthly_income_paise: null, full_name: 'Asha Rao' }]);

    const again = await (await new Person(server, REFUSED).signUp()).onboard();
    expect((await again.call<Problem>('POST', '/kyc/pan', { pan: REFUSED })).body.code).toBe(
      'identity_in_use',
    );
    await advance(server, 'P370D');
    await retain(server);
    const left = await rowsOf(server, userId);
    expect(gone.filter((table) => left[table] !== undefined)).toEqual([]);
    const hash = await server.sql.query('select 1 from identity_claims where claimed_by = $1', [userId]);
    // One for the PAN, one for the DigiLocker account.
    expect(hash.rowCount).toBe(2);
    await signInAgain(again);
    await again.passKyc();
  });

  test('LEND-24: whose account stays open is a newcomer again after a year', async () => {
    const ravi = new Person(server, 'SBXPQ0611A');
    expect((await apply(ravi)).status).toBe('declined');
    const userId = await idOf(ravi);
    await advance(server, 'P370D');
    await retain(server);
    const left = await rowsOf(server, userId);
    expect(gone.filter((table) => left[table] !== undefined)).toEqual([]);
    await signInAgain(ravi);
    expect(await ravi.ok('GET', '/me')).toMatchObject({ onboardingComplete: false, credit: null });
    await ravi.onboard();
    await ravi.passKyc();
  });
});

describe('a customer who repaid everything', () => {
  let asha: Person;
  let userId: string;
  let answer: Closed;

  beforeAll(async () => {
    asha = await somebody(server).ready();
    userId = await idOf(asha);
    const card = await asha.addCard();
    await asha.addCard('7777');
    await asha.ok('POST', `/cards/${card.id}/bill`);
    const { id } = await asha.pay(card.id, 300_000, 3);
    await asha.untilBill(id, 'paid');
    await asha.quote(card.id, 100_000);
    await asha.ok('POST', `/payments/${id}/repay-links`);
    await asha.ok('POST', `/payments/${id}/receipt-links`);
    const { totalPaise } = await asha.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
    await asha.repay(id, totalPaise);
    await server.sql.query(
      `insert into reviews (user_id, id, kind, subject_id, created_at) values ($1, $2, 'video', $2, now())`,
      [userId, randomUUID()],
    );
    answer = await close(asha);
  });

  test('is told what is kept, until when and why', () => {
    const year = Number(istDate(Date.parse(answer.closedAt)).slice(0, 4));
    expect(answer.kept.map(({ what, until: day }) => [what.split(':')[0], day?.slice(0, 4)])).toEqual(
      expect.arrayContaining([
        ['your identity record', String(year + 5)],
        ['your consents and how your limit was decided', String(year + 7)],
        ['payments, repayments, key facts and ledger entries', expect.any(String)],
        ['bank and last four digits of the cards whose bills were paid', expect.any(String)],
        ['coded forms of your PAN and of your Aadhaar document that cannot be turned back', undefined],
      ]),
    );
    expect(answer.erased.join()).toContain('notifications');
  });

  test('keeps the books and the identity record, and loses everything else at once', async () => {
    const left = await rowsOf(server, userId);
    for (const gone of [
      'notifications',
      'call_counters',
      'idempotency_keys',
      'aadhaar_sessions',
      'preferences',
    ])
      expect([gone, left[gone]]).toEqual([gone, undefined]);
    expect(left).toMatchObject({ profiles: 1, kyc_records: 1, payments: 1, loans: 1, cards: 1, quotes: 1 });
    const { rows } = await server.sql.query(
      `select p.monthly_income_paise, p.mobile_sealed, p.pan_sealed is not null as pan, c.name_on_card, c.expiry,
         length(c.fingerprint) as fingerprint, a.mobile_sealed as attempt_mobile, a.request_sealed, k.state, k.score
       from profiles p, cards c, payment_attempts a, credit_accounts k
       where p.user_id = $1 and c.user_id = $1 and a.user_id = $1 and k.user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([
      {
        monthly_income_paise: null,
        mobile_sealed: null,
        pan: true,
        name_on_card: '',
        expiry: '',
        fingerprint: 0,
        attempt_mobile: null,
        request_sealed: null,
        state: 'closed',
        score: null,
      },
    ]);
    const tokens = await server.sql.query(
      'select linked_by from repay_tokens union all select linked_by from receipt_tokens',
    );
    expect(tokens.rows).not.toContainEqual({ linked_by: userId });
    const reviews = await server.sql.query('select status from reviews where user_id = $1', [userId]);
    expect(reviews.rows).toEqual([{ status: 'withdrawn' }]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('may come back with the same PAN', async () => {
    const back = await new Person(server, asha.pan).ready();
    expect(await idOf(back)).not.toBe(userId);
  });

  test('LEND-24: is forgotten step by step as each time runs out, and the ledger still proves itself', async () => {
    await retain(server);
    expect(await rowsOf(server, userId)).toMatchObject({ kyc_records: 1, consents: expect.any(Number) });

    await advance(server, 'P1830D');
    await retain(server);
    await retain(server);
    const afterFive = await rowsOf(server, userId);
    expect(afterFive).toMatchObject({ payments: 1, credit_assessments: 1, consents: expect.any(Number) });
    for (const gone of ['kyc_records', 'kyc_attempts', 'access_log']) expect(afterFive[gone]).toBeUndefined();
    const { rows } = await server.sql.query(
      'select full_name, date_of_birth, pan_hash, pan_sealed, address_sealed from profiles where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([
      { full_name: null, date_of_birth: null, pan_hash: null, pan_sealed: null, address_sealed: null },
    ]);

    await advance(server, 'P735D');
    await retain(server);
    const afterSeven = await rowsOf(server, userId);
    for (const gone of ['credit_accounts', 'credit_assessments', 'consents'])
      expect(afterSeven[gone]).toBeUndefined();
    expect(afterSeven).toMatchObject({ payments: 1, loans: 1, journals: expect.any(Number) });

    await advance(server, 'P800D');
    await retain(server);
    const evidence = await server.sql.query('select accepted_from from key_facts where user_id = $1', [
      userId,
    ]);
    expect(evidence.rows).toEqual([{ accepted_from: null }]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});
