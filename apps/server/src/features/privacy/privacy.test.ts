import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENT_PURPOSES, CONSENTS, type PersonalData, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELD_TABLES } from '#features/all.ts';
import { RETENTION } from './retention.rules.ts';
import { idOf } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('the list of what is held', () => {
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
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/privacy.md'), 'utf8');
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
    expect(data.leftOut.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'What our team proposed about your account for a second colleague to decide',
        'The audit log of our team',
      ]),
    );
    const text = JSON.stringify(data);
    // Instants say Z, those of the sign-in tables, too.
    expect(text).toMatch(/"lastSignInAt":"[^"]+Z"/);
    expect(text).not.toMatch(/T\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d"/);
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

  test('is refused to a broken query, and holds nothing of another account', async () => {
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

  test('changes are counted by the hour, and one that is refused changes nothing', async () => {
    const ravi = await (await somebody(server).signUp()).onboard();
    const { id: userId } = await ravi.ok<{ id: string }>('GET', '/me');
    const { items: before } = await ravi.ok<Centre>('PUT', '/me/consents', withdraw('camera', true));
    const { rowCount } = await server.sql.query(
      "update call_counters set count = 600 where user_id = $1 and kind = 'consents'",
      [userId],
    );
    expect(rowCount).toBe(1);
    const refused = await ravi.call<Problem>('PUT', '/me/consents', withdraw('camera'));
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect((await ravi.ok<Centre>('GET', '/me/consents')).items).toEqual(before);
  });

  test.each([
    ['an unknown purpose', { consents: [{ purpose: 'everything', given: true }] }],
    ['a purpose twice', { consents: [withdraw('camera').consents[0], withdraw('camera').consents[0]] }],
    ['nothing', { consents: [] }],
    ['an unknown field', { consents: [{ purpose: 'camera', given: true }], ownerId: 'x' }],
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
      salaryDay: null,
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

  test('a salary day is kept, or the wish not to say it, until it is changed', async () => {
    const ravi = await somebody(server).signUp();
    for (const salaryDay of [31, 'none', null, 1])
      expect(await ravi.ok('PUT', '/me/preferences', { salaryDay })).toMatchObject({ salaryDay });
    expect(await ravi.ok('PUT', '/me/preferences', { theme: 'dark' })).toMatchObject({ salaryDay: 1 });
  });

  test('the first changes at the same moment are all kept', async () => {
    const ravi = await somebody(server).signUp();
    const changes = [
      { language: 'hi' },
      { theme: 'dark' },
      { channels: { sms: false } },
      { channels: { email: false } },
    ];
    await Promise.all(changes.map((change) => ravi.ok('PUT', '/me/preferences', change)));
    expect(await ravi.ok('GET', '/me/preferences')).toMatchObject({
      language: 'hi',
      theme: 'dark',
      channels: { email: false, sms: false, inApp: true },
    });
  });

  test.each([
    [{ theme: 'blue' }, 'theme'],
    [{ quietHours: { from: '25:00', until: '07:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '07:00', until: '07:00' } }, 'quietHours.until'],
    [{ channels: { fax: true } }, 'channels.fax'],
    [{ salaryDay: 32 }, 'salaryDay'],
    [{ salaryDay: 0 }, 'salaryDay'],
  ])('%o is refused', async (body, path) => {
    const ravi = await somebody(server).signUp();
    const reply = await ravi.call<Problem>('PUT', '/me/preferences', body);
    expect([reply.status, reply.body.errors?.map((one) => one.path)]).toEqual([422, [path]]);
  });
});

/** The list as a table for people to read, as docs/privacy.md shows it. */
function describeRetention(): string {
  const rows = RETENTION.map(({ what, why, keep, afterwards }) => [what, why, keep, afterwards]);
  const table = [['what', 'why', 'kept', 'then'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [
    line(table[0]!),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...table.slice(1).map(line),
  ].join('\n');
}
