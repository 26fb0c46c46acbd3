import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMandate, anOffer, aRequest, aSentence } from './belongings.ts';
import { isDeclared } from './declared.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { challengeOf, complete, putPart, recording } from './recordings.ts';
import { somebody } from './steps.ts';

let server: TestServer;
let asha: Person;
let ravi: Person;
const of = {
  asha: '',
  ravi: '',
  card: '',
  quote: '',
  payment: '',
  repayment: '',
  session: '',
  notification: '',
  offer: '',
  account: '',
  mandate: '',
  device: '',
  challenge: '',
  link: '',
  repayLink: '',
  request: '',
};

beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  ravi = await somebody(server).ready();
  of.asha = (await asha.ok<{ id: string }>('GET', '/me')).id;
  of.ravi = (await ravi.ok<{ id: string }>('GET', '/me')).id;
  const card = await asha.addCard();
  of.card = card.id;
  await asha.ok('POST', `/cards/${card.id}/bill`);
  of.payment = (await asha.pay(card.id, 300_000, 3)).id;
  await asha.untilBill(of.payment, 'paid');
  of.repayment = (await asha.repay(of.payment, 50_000)).id;
  of.quote = (await asha.quote(card.id, 100_000)).quoteId;
  of.link = (await asha.ok<{ id: string }>('POST', `/payments/${of.payment}/receipt-links`)).id;
  of.repayLink = (await asha.ok<{ id: string }>('POST', `/payments/${of.payment}/repay-links`)).id;
  of.request = await aRequest(asha);
  of.notification = (await asha.ok<{ items: { id: string }[] }>('GET', '/notifications')).items[0]!.id;
  of.account = (
    await asha.ok<{ id: string }>('POST', '/bank-accounts', {
      accountName: 'Asha Rao',
      accountNumber: '50100123454021',
      confirmAccountNumber: '50100123454021',
      ifsc: 'ABCD0123456',
      acceptTerms: true,
    })
  ).id;
  of.device = (await asha.ok<{ items: { id: string }[] }>('GET', '/me/sessions')).items[0]!.id;
  of.mandate = await aMandate(asha, of.payment);
  const { challengeId } = await challengeOf(asha);
  of.challenge = challengeId;
  await putPart(asha, challengeId, 0, recording());
  const sessions = 'select id from aadhaar_sessions where user_id = $1';
  const { rows } = await server.sql.query<{ id: string }>(sessions, [of.asha]);
  of.session = rows[0]!.id;
  of.offer = await anOffer(server, of.asha);
});
afterAll(() => server.stop());

/** Asha has a statement for it, Ravi has none. */
const thisMonth = () => new Date(server.now() + 19_800_000).toISOString().slice(0, 7);
const key = () => ({ 'idempotency-key': randomUUID() });
const confirmation = { paymentId: 'pay_SBX00000000001', signature: 'a'.repeat(64) };

type Call = [string, () => Promise<{ status: number; body: unknown }>];
const ofPayment = (method: string, path: string, body?: object, headers = {}): Call => [
  `${method} /payments/{id}/${path}`,
  () => ravi.call(method, `/payments/${of.payment}/${path}`, body, headers),
];
const ALL_CALLS: Call[] = [
  ['GET /payments/{id}', () => ravi.call('GET', `/payments/${of.payment}`)],
  [
    'GET /payments/quote/{quoteId}/key-facts.pdf',
    () => ravi.call('GET', `/payments/quote/${of.quote}/key-facts.pdf`),
  ],
  ...['key-facts', 'agreement', 'schedule', 'receipt', 'invoice', 'no-dues', 'settlement'].map((paper) =>
    ofPayment('GET', `${paper}.pdf`),
  ),
  ofPayment('POST', 'receipt-links'),
  ofPayment('GET', 'receipt-links'),
  ['DELETE /receipt-links/{id}', () => ravi.call('DELETE', `/receipt-links/${of.link}`)],
  ofPayment('POST', 'repay-links'),
  ofPayment('GET', 'repay-links'),
  ['DELETE /repay-links/{id}', () => ravi.call('DELETE', `/repay-links/${of.repayLink}`)],
  ['GET /repayments/{id}/receipt.pdf', () => ravi.call('GET', `/repayments/${of.repayment}/receipt.pdf`)],
  ['GET /statements/{month}.pdf', () => ravi.call('GET', `/statements/${thisMonth()}.pdf`)],
  ['GET /statements/{month}.csv', () => ravi.call('GET', `/statements/${thisMonth()}.csv`)],
  ['GET /payments/{id}/mandate-offer', () => ravi.call('GET', `/payments/${of.payment}/mandate-offer`)],
  ['GET /payments/{id}/foreclosure', () => ravi.call('GET', `/payments/${of.payment}/foreclosure`)],
  [
    'GET /payments/{id}/part-prepayment',
    () => ravi.call('GET', `/payments/${of.payment}/part-prepayment?amountPaise=50000`),
  ],
  ofPayment('POST', 'repayments', { amountPaise: 100 }, key()),
  ['POST /payments/{id}/cancel', () => ravi.call('POST', `/payments/${of.payment}/cancel`, {}, key())],
  ofPayment('GET', 'testimonial'),
  ofPayment('PUT', 'testimonial', aSentence),
  ofPayment('DELETE', 'testimonial'),
  ofPayment('GET', 'hardship'),
  ofPayment('POST', 'hardship', { reason: 'illness' }),
  ['DELETE /me/sessions/{id}', () => ravi.call('DELETE', `/me/sessions/${of.device}`)],
  ['DELETE /mandates/{id}', () => ravi.call('DELETE', `/mandates/${of.mandate}`)],
  ['GET /repayments/{id}', () => ravi.call('GET', `/repayments/${of.repayment}`)],
  [
    'POST /repayments/{id}/confirm',
    () => ravi.call('POST', `/repayments/${of.repayment}/confirm`, confirmation),
  ],
  ['POST /repayments/{id}/return', () => ravi.call('POST', `/repayments/${of.repayment}/return`, {}, key())],
  ['PATCH /cards/{id}', () => ravi.call('PATCH', `/cards/${of.card}`, { nickname: 'Mine' })],
  ['DELETE /cards/{id}', () => ravi.call('DELETE', `/cards/${of.card}`)],
  ['POST /cards/{id}/bill', () => ravi.call('POST', `/cards/${of.card}/bill`)],
  [
    'POST /payments/quote',
    () =>
      ravi.call('POST', '/payments/quote', {
        cardId: of.card,
        amountPaise: 100_000,
        plan: { kind: 'single' },
      }),
  ],
  [
    'POST /payments',
    () => ravi.call('POST', '/payments', { quoteId: of.quote, acceptKeyFacts: true }, key()),
  ],
  ['POST /kyc/aadhaar/{sessionId}/complete', () => ravi.call('POST', `/kyc/aadhaar/${of.session}/complete`)],
  ['DELETE /bank-accounts/{id}', () => ravi.call('DELETE', `/bank-accounts/${of.account}`)],
  ['POST /bank-accounts/{id}/default', () => ravi.call('POST', `/bank-accounts/${of.account}/default`)],
  ['POST /bank-accounts/{id}/verify', () => ravi.call('POST', `/bank-accounts/${of.account}/verify`)],
  ['POST /credit/offers/{id}/accept', () => ravi.call('POST', `/credit/offers/${of.offer}/accept`)],
  ['POST /credit/offers/{id}/decline', () => ravi.call('POST', `/credit/offers/${of.offer}/decline`)],
  [
    'GET /kyc/video/recordings/{challengeId}',
    () => ravi.call('GET', `/kyc/video/recordings/${of.challenge}`),
  ],
  [
    'PUT /kyc/video/recordings/{challengeId}/parts/{index}',
    () => putPart<unknown>(ravi, of.challenge, 0, recording()),
  ],
  ['POST /kyc/video/recordings/{challengeId}/complete', () => complete(ravi, of.challenge, recording(), 1)],
  ['GET /support/requests/{id}', () => ravi.call('GET', `/support/requests/${of.request}`)],
  [
    'POST /support/requests/{id}/replies',
    () => ravi.call('POST', `/support/requests/${of.request}/replies`, { message: 'Mine, too' }),
  ],
  ['POST /notifications/{id}/read', () => ravi.call('POST', `/notifications/${of.notification}/read`)],
];
const CALLS = ALL_CALLS.filter(([name]) => isDeclared(name));

describe("another person's object is not found, never forbidden", () => {
  test.each(CALLS)('SPEC-6.not-found: %s', async (_, call) => {
    expect(await call()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('every declared path with an object in it is covered here', async () => {
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const withObject = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    const covered = new Set(CALLS.map(([name]) => name));
    // The staff's are knocked at one by one in staff-doors.test.ts; a provider is not a person's.
    const open = withObject.filter(
      (name) => /^(?!\w+ \/admin\/).*\{(?!code|token|provider)/.test(name) && !covered.has(name),
    );
    expect(open).toEqual([]);
    expect(withObject.length).toBeGreaterThan(15);
  });

  test('SPEC-2.history-own, SPEC-6.own: lists show only what is theirs', async () => {
    for (const path of [
      '/payments',
      '/repayments',
      '/transactions',
      '/cards',
      '/schedule',
      '/notifications',
      '/bank-accounts',
      '/mandates',
      '/statements',
      '/support/requests',
    ].filter((path) => isDeclared(`GET ${path}`))) {
      const mine = await ravi.ok<{ items: unknown[] }>('GET', path);
      expect([path, mine.items]).toEqual([path, []]);
      expect((await asha.ok<{ items: unknown[] }>('GET', path)).items.length).toBeGreaterThan(0);
    }
    const filtered = await ravi.ok<{ items: unknown[] }>('GET', `/repayments?paymentId=${of.payment}`);
    expect(filtered.items).toEqual([]);
  });

  test("another person's cursor shows nothing of theirs", async () => {
    await asha.pay(of.card, 100_000);
    const { nextCursor } = await asha.ok<{ nextCursor: string }>('GET', '/payments?limit=1');
    expect(nextCursor).not.toBeNull();
    const page = await ravi.ok<{ items: unknown[] }>('GET', `/payments?cursor=${nextCursor}`);
    expect(page.items).toEqual([]);
  });

  test('nothing of the first person has changed by all this', async () => {
    expect((await asha.payment(of.payment)).billStatus).toBe('paid');
    expect(
      (await asha.ok<{ items: { id: string }[] }>('GET', '/cards')).items.map((one) => one.id),
    ).toContain(of.card);
    const { rows } = await server.sql.query('select 1 from payments where user_id = $1', [of.ravi]);
    expect(rows).toEqual([]);
  });
});

/** Runs SQL as the API does: its role, one user, a transaction that is then given up. */
async function as<T extends pg.QueryResultRow>(
  role: string,
  userId: string | null,
  sql: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<T>> {
  const client = await server.sql.connect();
  try {
    await client.query(`begin; set local role ${role}`);
    if (userId) await client.query("select set_config('app.user_id', $1, true)", [userId]);
    return await client.query<T>(sql, [...values]);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function userTables(): Promise<string[]> {
  const { rows } = await server.sql.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map((row) => row.name);
}

describe('in SQL, under the role of the API', () => {
  test('each user sees their own rows of every table and no other user’s', async () => {
    const tables = await userTables();
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      const readable = await server.sql.query<{ can: boolean }>(
        "select has_table_privilege('mohlat_api', $1, 'select') as can",
        [table],
      );
      if (!readable.rows[0]!.can) continue;
      const seen = await as<{ user_id: string }>('mohlat_api', of.ravi, `select user_id from ${table}`);
      expect([table, seen.rows.filter((row) => row.user_id !== of.ravi)]).toEqual([table, []]);
      const named = await as('mohlat_api', of.ravi, `select 1 from ${table} where user_id = $1`, [of.asha]);
      expect([table, named.rowCount]).toEqual([table, 0]);
      const nobody = await as('mohlat_api', null, `select 1 from ${table}`);
      expect([table, nobody.rowCount]).toEqual([table, 0]);
    }
    expect((await as('mohlat_api', of.asha, 'select 1 from payments')).rowCount).toBeGreaterThan(0);
  });

  test.each([
    ['cards', 'update cards set removed_at = now() where id = $1', 'card'],
    ['credit_accounts', 'update credit_accounts set limit_paise = 1 where user_id = $1', 'asha'],
    ['repayments', "update repayments set status = 'succeeded' where id = $1", 'repayment'],
    ['bank_accounts', "update bank_accounts set status = 'verified' where id = $1", 'account'],
    ['notifications', 'update notifications set read_at = now() where id = $1', 'notification'],
    ['video_challenges', 'update video_challenges set completed_at = now() where id = $1', 'challenge'],
    ['video_parts', 'delete from video_parts where challenge_id = $1', 'challenge'],
    ['kyc_records', "update kyc_records set pan_status = 'rejected' where user_id = $1", 'asha'],
  ] as const)("changes no row of another person's %s", async (_, sql, id) => {
    const changed = await as('mohlat_api', of.ravi, sql, [of[id]]);
    expect(changed.rowCount).toBe(0);
  });

  test('changes no payment at all, and no amount of what is the own', async () => {
    for (const sql of [
      "update payments set bill_status = 'failed'",
      'update credit_accounts set used_paise = 0',
      'update repayments set amount_paise = 1',
      'update mandates set maximum_paise = 1',
    ])
      await expect(as('mohlat_api', of.asha, sql), sql).rejects.toThrow(/permission denied/);
  });

  test('writes no row for another person', async () => {
    const card = `insert into cards (user_id, last4, network, name_on_card, expiry, bank_name, fingerprint, created_at)
                  values ($1, '0001', 'visa', 'X', '12/39', 'HDFC Bank', '\\x00', now())`;
    await expect(as('mohlat_api', of.ravi, card, [of.asha])).rejects.toThrow(/row-level security/);
    const profile = 'insert into profiles (user_id, created_at, updated_at) values ($1, now(), now())';
    await expect(as('mohlat_api', of.ravi, profile, [randomUUID()])).rejects.toThrow(/row-level security/);
    // A row may not be given away either.
    await expect(
      as('mohlat_api', of.asha, 'update payments set user_id = $1 where id = $2', [of.ravi, of.payment]),
    ).rejects.toThrow(/row-level security|foreign key|permission denied/);
  });

  test('a payment that names another person’s card cannot be stored, by any user', async () => {
    const quote = `insert into quotes (user_id, id, card_id, settings_version, amount_paise, service_fee_paise, gst_paise,
        interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, key_facts,
        key_facts_hash, created_at, expires_at)
      values ($1, gen_random_uuid(), $2, 1, 100, 0, 0, 0, 100, 0, 0, 'single', 1, '[]', '{}', 'x', now(), now())`;
    for (const role of ['mohlat_api', 'mohlat_worker']) {
      await expect(as(role, of.ravi, quote, [of.ravi, of.card])).rejects.toThrow(/foreign key/);
    }
  });

  test('the session cannot be made to act for another user by the accept function', async () => {
    const { rows } = await as<{ outcome: string }>(
      'mohlat_api',
      of.ravi,
      "select outcome from accept_quote($1, gen_random_uuid(), now(), 'k', '\\x00', $2, null, null, null)",
      [of.asha, of.quote],
    );
    expect(rows).toEqual([{ outcome: 'ended' }]);
  });

  test.each(['mohlat_api', 'mohlat_worker'])(
    'LEND-16: %s writes no journal but through the posting function',
    async (role) => {
      const journal = `insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
                     values ($1, 'forged', gen_random_uuid(), current_date, current_date, now())`;
      await expect(as(role, of.asha, journal, [of.asha])).rejects.toThrow(/permission denied/);
      const posting = `insert into postings (user_id, journal_id, line, account, amount_paise)
                     select user_id, id, 99, 'A100', 1 from journals where user_id = $1 limit 1`;
      await expect(as(role, of.asha, posting, [of.asha])).rejects.toThrow(/permission denied/);
      await expect(
        as(role, of.asha, 'update account_balances set balance_paise = 0 where user_id = $1', [of.asha]),
      ).rejects.toThrow(/permission denied/);
      for (const table of ['journals', 'postings']) {
        await expect(as(role, of.asha, `update ${table} set loan_id = null`)).rejects.toThrow(
          /permission denied/,
        );
        await expect(as(role, of.asha, `delete from ${table}`)).rejects.toThrow(/permission denied/);
        await expect(as(role, of.asha, `truncate ${table} cascade`)).rejects.toThrow(/permission denied/);
      }
    },
  );

  test('LEND-16: the owner itself cannot change or delete what is posted', async () => {
    for (const table of ['journals', 'postings']) {
      for (const sql of [
        `update ${table} set loan_id = null`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(server.sql.query(sql)).rejects.toThrow(/append-only/);
      }
    }
  });

  test('LEND-16: the posting function refuses what does not balance, another user, and an unknown account', async () => {
    const post = (userId: string, lines: object[]) =>
      as(
        'mohlat_api',
        of.ravi,
        "select ledger_post($1, 'forged', gen_random_uuid(), null, current_date, now(), $2)",
        [userId, JSON.stringify(lines)],
      );
    const balanced = [
      { account: 'A100', amountPaise: 100 },
      { account: 'Q600', amountPaise: -100 },
    ];
    await expect(post(of.asha, balanced)).rejects.toThrow(/in a transaction for/);
    await expect(post(of.ravi, [balanced[0]!])).rejects.toThrow(/does not balance/);
    await expect(post(of.ravi, [balanced[0]!, { account: 'Q600', amountPaise: -99 }])).rejects.toThrow(
      /does not balance/,
    );
    await expect(post(of.ravi, [balanced[0]!, { account: 'Z999', amountPaise: -100 }])).rejects.toThrow(
      /foreign key/,
    );
  });

  test('no review can be decided by the person it is about', async () => {
    await expect(as('mohlat_api', of.asha, "update reviews set status = 'approved'")).rejects.toThrow(
      /permission denied/,
    );
  });

  test('the queue, the sign-in tables and the identity claims are out of its reach', async () => {
    for (const sql of [
      'select 1 from auth.users',
      'select 1 from auth.sessions',
      'select 1 from identity_claims',
      'select 1 from graphile_worker._private_jobs',
      'select 1 from payment_attempts for update',
    ]) {
      await expect(as('mohlat_api', of.ravi, sql)).rejects.toThrow(/permission denied/);
    }
    const account = await as('mohlat_api', of.ravi, 'select * from auth.account($1)', [of.asha]);
    expect(account.rowCount).toBe(0);
  });
});
