import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONSENT_PURPOSES,
  CONSENTS,
  type Closed,
  type ClosurePreview,
  type PersonalData,
} from '@mohlat/contract';
import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELD_TABLES } from '../src/features/privacy/held-tables.ts';
import { describeRetention } from '../src/features/privacy/retention.rules.ts';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { Person, until } from './person.ts';
import { advance, signInAgain, somebody } from './steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;

/** How many rows each table holds of a person; tables without any are left out. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    HELD_TABLES.map(async ({ table }) => {
      const { rowCount } = await server.sql.query(`select 1 from ${table} where user_id = $1`, [userId]);
      return [table, rowCount ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function close(person: Person): Promise<Closed> {
  const answer = await person.ok<Closed>('DELETE', '/me', { confirm: 'DELETE' });
  await until(async () => {
    const { rows } = await server.sql.query<{ erased_at: Date | null }>(
      'select erased_at from account_closures where closed_at = $1',
      [answer.closedAt],
    );
    return rows[0]?.erased_at ?? undefined;
  });
  return answer;
}

async function retain(): Promise<void> {
  await server.sql.query(`select enqueue_job('privacy_retention', '{}')`);
  await until(async () => {
    const { rows } = await server.sql.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'privacy_retention'`,
    );
    return rows.length === 0 ? true : undefined;
  }, 30_000);
}

describe('the list of what is held', () => {
  test('names every table with rows of a person, and no other', async () => {
    const { rows } = await server.sql.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    );
    expect(HELD_TABLES.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('opens sealed columns that exist, and leaves only keys and requests closed', async () => {
    const { rows } = await server.sql.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname like '%\\_sealed' and not a.attisdropped
       join pg_attribute u on u.attrelid = c.oid and u.attname = 'user_id'
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    );
    const opened = HELD_TABLES.flatMap(({ table, opened: columns = [] }) =>
      columns.map((one) => `${table}.${one}`),
    );
    const sealed = rows.map((row) => `${row.table}.${row.column}`);
    expect(sealed).toEqual(expect.arrayContaining(opened));
    expect(sealed.filter((one) => !opened.includes(one)).toSorted()).toEqual([
      'payment_attempts.request_sealed',
      'stored_files.key_sealed',
    ]);
  });

  test('puts a table after those it hangs on, so that erasing finds no row still needed', async () => {
    const { rows } = await server.sql.query<{ child: string; parent: string }>(
      `select c.relname as child, p.relname as parent from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
       where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> p.oid`,
    );
    const place = new Map(HELD_TABLES.map(({ table }, index) => [table, index]));
    const wrong = rows.filter(
      ({ child, parent }) => place.has(child) && place.has(parent) && place.get(child)! < place.get(parent)!,
    );
    expect(wrong).toEqual([]);
  });

  test('is what docs/privacy.md tells people', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');
    expect(page).toContain(describeRetention());
  });

  test('agrees with the database about the consents that lending needs', async () => {
    const { rows } = await server.sql.query<{ purposes: string[] }>('select lending_purposes() as purposes');
    const needed = CONSENT_PURPOSES.filter((purpose) => CONSENTS[purpose].stops === 'new_payments');
    expect(rows[0]!.purposes.toSorted()).toEqual([...needed].toSorted());
  });
});

describe('a copy of the data', () => {
  test('shows everything in clear to its owner, and no mark of ours or of a provider', async () => {
    const asha = await somebody(server).ready();
    const card = await asha.addCard();
    await asha.ok('POST', `/cards/${card.id}/bill`);
    const { id } = await asha.pay(card.id, 300_000, 3);
    await asha.untilBill(id, 'paid');
    const data = await asha.ok<PersonalData>('GET', '/me/export');
    const section = (name: string) => data.sections.find((one) => one.name === name)!;
    expect(section('profiles').items[0]).toMatchObject({
      fullName: 'Asha Rao',
      pan: asha.pan,
      address: '12 Lake Road, Pune 411001',
    });
    expect(section('sign_in_account').items[0]).toMatchObject({ email: asha.email, hasPassword: true });
    expect(section('payments').items).toHaveLength(1);
    expect(section('payment_attempts').items[0]).toHaveProperty('mobile');
    expect(section('instalments').items).toHaveLength(3);
    expect(section('consents').items.length).toBeGreaterThan(1);
    expect(data.leftOut.length).toBeGreaterThan(3);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/sealed|providerRef|fingerprint|\\\\x|"type":"Buffer"|passwordHash/i);

    const { rows } = await server.sql.query(
      'select what, actor, ip is not null as placed, request_id is not null as named from access_log where user_id = $1',
      [data.userId],
    );
    expect(rows).toEqual([{ what: 'export_json', actor: 'self', placed: true, named: true }]);
  });

  test.each(['en', 'hi'])('comes as a PDF in %s', async (language) => {
    const person = await (await somebody(server).signUp()).onboard();
    const reply = await fetch(`${server.url}/api/v1/me/export?format=pdf&language=${language}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(10_000);
  });

  test('is refused to a broken query, and holds nothing of anybody else', async () => {
    const [asha, ravi] = [await somebody(server).ready(), await (await somebody(server).signUp()).onboard()];
    expect((await asha.call<Problem>('GET', '/me/export?format=doc')).status).toBe(422);
    const text = JSON.stringify(await ravi.ok('GET', '/me/export'));
    expect(text).not.toContain(asha.email);
    expect(text).not.toContain(asha.pan);
    expect(text).not.toContain(await idOf(asha));
  });
});

describe('consents', () => {
  interface Centre {
    items: {
      purpose: string;
      status: string;
      given: { wording: string; version: string } | null;
      times: number;
    }[];
  }
  const withdraw = (purpose: string, given = false) => ({ consents: [{ purpose, given }] });

  test('LEND-24: withdrawing what lending needs stops new payments and no repayment, until it is given again', async () => {
    const asha = await somebody(server).ready();
    const card = await asha.addCard();
    const { id } = await asha.pay(card.id, 300_000);
    await asha.untilBill(id, 'paid');
    const { quoteId } = await asha.quote(card.id, 100_000);
    const before = await asha.ok<Centre>('GET', '/me/consents');
    expect(before.items.map(({ purpose }) => purpose)).toEqual([...CONSENT_PURPOSES]);
    expect(before.items.find((one) => one.purpose === 'bureau_pull')).toMatchObject({
      status: 'given',
      given: { version: CONSENTS.bureau_pull.version, wording: CONSENTS.bureau_pull.wording.en },
    });

    const after = await asha.ok<Centre>('PUT', '/me/consents', withdraw('bureau_pull'));
    expect(after.items.find((one) => one.purpose === 'bureau_pull')!.status).toBe('withdrawn');
    const refused = await asha.accept(quoteId);
    expect([refused.status, (refused.body as unknown as Problem).code]).toEqual([409, 'consent_withdrawn']);
    const quote = await asha.call<Problem>('POST', '/payments/quote', {
      cardId: card.id,
      amountPaise: 100_000,
      plan: { kind: 'single' },
    });
    expect(quote.body.code).toBe('consent_withdrawn');
    expect((await asha.repay(id, 50_000)).status).toBe('succeeded');

    const again = await asha.ok<Centre>('PUT', '/me/consents', {
      ...withdraw('bureau_pull', true),
      language: 'hi',
    });
    expect(again.items.find((one) => one.purpose === 'bureau_pull')).toMatchObject({
      status: 'given',
      given: { wording: CONSENTS.bureau_pull.wording.hi },
    });
    expect((await asha.pay(card.id, 100_000)).billStatus).toBe('accepted');
  });

  test('an offer is agreed to once however often it is asked for, and every agreement stays on record', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    const give = withdraw('marketing_messages', true);
    await Promise.all([1, 2, 3].map(() => ravi.ok('PUT', '/me/consents', give)));
    await ravi.ok('PUT', '/me/consents', withdraw('marketing_messages'));
    const { items } = await ravi.ok<Centre>('PUT', '/me/consents', give);
    expect(items.find((one) => one.purpose === 'marketing_messages')).toMatchObject({
      status: 'given',
      times: 2,
    });
  });

  test.each([
    ['an unknown purpose', { consents: [{ purpose: 'everything', given: true }] }],
    ['a purpose twice', { consents: [withdraw('camera').consents[0], withdraw('camera').consents[0]] }],
    ['nothing', { consents: [] }],
    ['an unknown field', { consents: [{ purpose: 'camera', given: true }], userId: 'x' }],
  ])('%s is refused', async (_, body) => {
    const ravi = await somebody(server).signUp();
    expect((await ravi.call<Problem>('PUT', '/me/consents', body)).body.code).toBe('validation_failed');
  });
});

describe('preferences', () => {
  test('are the open ones at first, and a change leaves the rest as it was', async () => {
    const ravi = await somebody(server).signUp();
    expect(await ravi.ok('GET', '/me/preferences')).toEqual({
      language: null,
      theme: 'system',
      channels: { email: true, sms: true, inApp: true },
      quietHours: null,
      updatedAt: null,
    });
    await ravi.ok('PUT', '/me/preferences', {
      language: 'hi',
      quietHours: { from: '22:00', until: '07:00' },
    });
    expect(
      await ravi.ok('PUT', '/me/preferences', { theme: 'dark', channels: { sms: false } }),
    ).toMatchObject({
      language: 'hi',
      theme: 'dark',
      channels: { email: true, sms: false, inApp: true },
      quietHours: { from: '22:00', until: '07:00' },
    });
    expect(await ravi.ok('PUT', '/me/preferences', { quietHours: null })).toMatchObject({ quietHours: null });
  });

  test.each([
    [{ theme: 'blue' }, 'theme'],
    [{ quietHours: { from: '25:00', until: '07:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '07:00', until: '07:00' } }, 'quietHours.until'],
    [{ channels: { fax: true } }, 'channels.fax'],
  ])('%o is refused', async (body, path) => {
    const ravi = await somebody(server).signUp();
    const reply = await ravi.call<Problem>('PUT', '/me/preferences', body);
    expect([reply.status, reply.body.errors?.map((one) => one.path)]).toEqual([422, [path]]);
  });
});

describe('closing an account', () => {
  test('leaves nothing of somebody who never applied, and their address and PAN are free', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    const userId = await idOf(ravi);
    await ravi.ok('PUT', '/me/preferences', { theme: 'dark' });
    const preview = await ravi.ok<ClosurePreview>('GET', '/me/closure');
    expect(preview).toMatchObject({ blockers: [], needsSignIn: false });
    const answer = await close(ravi);
    expect(answer.status).toBe('closed');
    expect(answer.kept.map(({ what }) => what)).toEqual(preview.kept.map(({ what }) => what));
    expect(answer.kept).toHaveLength(1);
    expect(await rowsOf(userId)).toEqual({ access_log: 1, account_closures: 1 });
    const { rows } = await server.sql.query(
      'select email, phone, password_hash, user_metadata from auth.users where id = $1',
      [userId],
    );
    expect(rows).toEqual([{ email: null, phone: null, password_hash: null, user_metadata: {} }]);

    expect((await ravi.call<Problem>('GET', '/me')).body.code).toBe('session_ended');
    await expect(signInAgain(ravi)).rejects.toThrow();
    await ravi.signUp();
    expect(await idOf(ravi)).not.toBe(userId);
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
  });

  test('is refused while a payment is under way and while money is owed, with the figures', async () => {
    const asha = await somebody(server).ready();
    const slow = await asha.addCard('1004');
    const moving = await asha.pay(slow.id, 200_000);
    const refused = await asha.call<Problem>('DELETE', '/me', { confirm: 'DELETE' });
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_under_way']);
    expect(refused.body.detail).toContain('₹2,000.00');
    await asha.untilBill(moving.id, 'submitted');
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
    await advance(server, 'PT61M');
    const { data } = await client.refreshSession();
    ravi.token = data.session!.access_token;
    expect((await ravi.call<Problem>('DELETE', '/me')).body.code).toBe('sign_in_again');
    expect(await ravi.ok<ClosurePreview>('GET', '/me/closure')).toMatchObject({ needsSignIn: true });
    await signInAgain(ravi);
    await close(ravi);
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
    const { totalPaise } = await asha.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
    await asha.repay(id, totalPaise);
    answer = await close(asha);
  });

  test('is told what is kept, until when and why', () => {
    const year = Number(answer.closedAt.slice(0, 4));
    expect(answer.kept.map(({ what, until: day }) => [what.split(':')[0], day?.slice(0, 4)])).toEqual(
      expect.arrayContaining([
        ['your identity record', String(year + 5)],
        ['your consents and how your limit was decided', expect.any(String)],
        ['payments, repayments, key facts and ledger entries', expect.any(String)],
        ['a coded form of your PAN that cannot be turned back', undefined],
      ]),
    );
    expect(answer.erased.join()).toContain('notifications');
  });

  test('keeps the books and the identity record, and loses everything else at once', async () => {
    const left = await rowsOf(userId);
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
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('may come back with the same PAN', async () => {
    const back = await new Person(server, asha.pan).ready();
    expect(await idOf(back)).not.toBe(userId);
  });

  test('LEND-24: is forgotten step by step as each time runs out, and the ledger still proves itself', async () => {
    await retain();
    expect(await rowsOf(userId)).toMatchObject({ kyc_records: 1, consents: expect.any(Number) });

    await advance(server, 'P1830D');
    await retain();
    await retain();
    const afterFive = await rowsOf(userId);
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
    await retain();
    const afterSeven = await rowsOf(userId);
    for (const gone of ['credit_assessments', 'consents']) expect(afterSeven[gone]).toBeUndefined();
    expect(afterSeven).toMatchObject({ payments: 1, loans: 1, journals: expect.any(Number) });

    await advance(server, 'P800D');
    await retain();
    const evidence = await server.sql.query('select accepted_from from key_facts where user_id = $1', [
      userId,
    ]);
    expect(evidence.rows).toEqual([{ accepted_from: null }]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  }, 120_000);
});
