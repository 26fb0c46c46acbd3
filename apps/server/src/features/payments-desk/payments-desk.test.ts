import {
  ALONE_MAX_PAISE,
  type AdminPayment,
  type AdminPaymentItem,
  type Problem,
  type StartedRepayment,
  type UserDetail,
} from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { repaying } from '#test/repaying.ts';
import { advance, drained, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let finance: Person;
let support: Person;
let payer: Person;
/** The payments of one person: paid, failed, unknown, in the order in which they were accepted. */
const ids = { paid: '', failed: '', unknown: '' };

beforeAll(async () => {
  server = await startTestServer();
  [finance, support] = [await somebody(server).signUp(), await somebody(server).ready()];
  payer = await somebody(server).ready();
  const pay = async (ending: string, paise: number) =>
    (await payer.pay((await payer.addCard(ending)).id, paise)).id;
  ids.paid = await pay('4021', 300_000);
  await payer.untilBill(ids.paid, 'paid');
  ids.failed = await pay('1012', 200_000);
  await payer.untilBill(ids.failed, 'failed');
  ids.unknown = await pay('1006', 250_000);
  await payer.untilBill(ids.unknown, 'submitted');
  // The rail has it: a request that has not left by then is not sent any more.
  await drained();
  await advance(server, 'PT45M');
  await signInAgain(payer);
  await payer.untilBill(ids.unknown, 'unknown');
  await promote(server, await signInAgain(finance), { roles: ['finance'] });
  await promote(server, await signInAgain(support), { roles: ['support'] });
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
type Page = { items: AdminPaymentItem[]; nextCursor: string | null };
const list = (query: string) => support.ok<Page>('GET', `/admin/payments?${query}`);
const idsOf = async (query: string) => (await list(query)).items.map((one) => one.id);

async function auditCount(action: string): Promise<number> {
  const { rows } = await server.sql.query<{ count: string }>(
    'select count(*) from audit_log where action = $1',
    [action],
  );
  return Number(rows[0]!.count);
}

test('given a proposal past its last instant that no sweep has closed, then no read of staff says that it is open', async () => {
  const { account } = (await list(`search=${ids.unknown}`)).items[0]!;
  const { rows } = await server.sql.query<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     values ('rail_outcome', $1, $2, 'null', 'By phone', new_id(), $3, $3::timestamptz + interval '1 minute') returning id`,
    [ids.unknown, account.id, new Date(server.now())],
  );
  const { id } = rows[0]!;
  const sweepHeld = await server.sql.connect();
  try {
    await sweepHeld.query('begin');
    await sweepHeld.query('select 1 from approvals where id = $1 for update', [id]);
    await advance(server, 'PT2M');
    const { approvals } = await support.ok<AdminPayment>('GET', `/admin/payments/${ids.unknown}`);
    expect(approvals).toMatchObject([{ id, status: 'expired' }]);
    const { openApprovals } = await support.ok<UserDetail>('GET', `/admin/users/${account.id}`);
    expect(openApprovals).toEqual([]);
    expect(await support.ok('GET', `/admin/approvals/${id}`)).toMatchObject({ status: 'expired' });
    const listed = (status: string) =>
      support.ok<{ items: object[] }>('GET', `/admin/approvals?status=${status}&objectId=${ids.unknown}`);
    expect((await listed('open')).items).toEqual([]);
    expect((await listed('expired')).items).toMatchObject([{ id, status: 'expired' }]);
  } finally {
    await sweepHeld.query('rollback');
    sweepHeld.release();
  }
  await server.sql.query('delete from approvals where id = $1', [id]);
});

describe('the list of payments', () => {
  test('is picked out by status, day, bank, amount and person, all at once', async () => {
    const all = [ids.unknown, ids.failed, ids.paid];
    expect(await idsOf('')).toEqual(all);
    expect(await idsOf('billStatus=unknown')).toEqual([ids.unknown]);
    expect(await idsOf('status=failed')).toEqual([ids.failed]);
    expect(await idsOf('status=pending')).toEqual([ids.unknown, ids.paid]);
    expect(await idsOf('amountMinPaise=200001&amountMaxPaise=299999')).toEqual([ids.unknown]);
    const { items } = await list('');
    const day = new Date(Date.parse(items[0]!.date) + 19_800_000).toISOString().slice(0, 10);
    expect(await idsOf(`from=${day}&to=${day}&bank=HDFC%20Bank`)).toEqual(all);
    expect(await idsOf(`to=2020-01-01`)).toEqual([]);
    expect(await idsOf(`userId=${items[0]!.account.id}&needsReview=false&isOverdue=false`)).toHaveLength(3);
    expect(await idsOf('bank=Axis%20Bank')).toEqual([]);
  });

  test('is searched by id, last four digits and either reference', async () => {
    const { items } = await list(`search=${ids.paid}`);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ cardMasked: '•••• 4021', account: { name: 'Asha Rao' } });
    expect(await idsOf(`search=${items[0]!.ourReference}`)).toEqual([ids.paid]);
    expect(await idsOf(`search=${items[0]!.railReference}`)).toEqual([ids.paid]);
    expect(await idsOf('search=1012')).toEqual([ids.failed]);
    expect(await idsOf('search=nothing-like-it')).toEqual([]);
  });

  test('is searched by what names a repayment of it', async () => {
    const key = { 'idempotency-key': `search-${ids.paid}` };
    const started = await payer.ok<StartedRepayment>(
      'POST',
      `/payments/${ids.paid}/repayments`,
      { amountPaise: 10_000 },
      key,
    );
    expect(await idsOf(`search=${started.id}`)).toEqual([ids.paid]);
    expect(await idsOf(`search=${started.checkout!.orderId}`)).toEqual([ids.paid]);
    // Other programs write ids in capitals.
    expect(await idsOf(`search=${ids.paid.toUpperCase()}`)).toEqual([ids.paid]);
  });

  test('is read page by page in each order', async () => {
    const byAmount = [ids.paid, ids.unknown, ids.failed];
    for (const [sort, order] of [
      ['newest', [ids.unknown, ids.failed, ids.paid]],
      ['oldest', [ids.paid, ids.failed, ids.unknown]],
      ['largest', byAmount],
      ['smallest', byAmount.toReversed()],
    ] as const) {
      const first = await list(`sort=${sort}&limit=2`);
      const second = await list(`sort=${sort}&limit=2&cursor=${first.nextCursor}`);
      expect([...first.items, ...second.items].map((one) => one.id)).toEqual(order);
      expect(second.nextCursor).toBeNull();
    }
    const { nextCursor } = await list('sort=largest&limit=1');
    for (const query of [`sort=newest&cursor=${nextCursor}`, 'cursor=nonsense', 'search=abc', 'status=none'])
      expect(said(await support.call('GET', `/admin/payments?${query}`))).toEqual([422, 'validation_failed']);
  });

  test('LEND-24: leaves a line in the audit log for every page that names people', async () => {
    const before = await auditCount('payments.read');
    await list('search=1012');
    await list('search=9999');
    expect(await auditCount('payments.read')).toBe(before + 1);
  });

  test('LEND-24: is searched without a word of what was typed in the audit log, which keeps for good', async () => {
    const typed = ['1012', ids.paid, 'asha.rao@example.in'];
    for (const text of typed) {
      await list(`search=${encodeURIComponent(text)}`);
      await finance.call('GET', `/admin/payments/export?search=${encodeURIComponent(text)}`);
    }
    const { rows } = await server.sql.query<{ details: { by: string } }>(
      `select details from audit_log where action in ('payments.read', 'payments.exported') order by seq desc limit 5`,
    );
    for (const text of typed) expect(JSON.stringify(rows)).not.toContain(text);
    expect(rows.map(({ details }) => details.by)).toEqual([
      'reference',
      'id',
      'id',
      'last_four',
      'last_four',
    ]);
  });

  test('goes along as a file with everything that matches, people by their ids, and who took it is written down', async () => {
    const before = await auditCount('payments.exported');
    expect(said(await support.call('GET', '/admin/payments/export'))).toEqual([403, 'role_required']);
    const reply = await finance.call<string>('GET', '/admin/payments/export?sort=oldest');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = reply.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`${ids.paid},`);
    expect(lines[0]).toContain(',Accepted at (IST),');
    expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,HDFC Bank,/);
    expect(lines[1]).toContain('3000.00,60.00,3060.00,single,pending,paid');
    expect(reply.body).not.toContain('Asha');
    expect(await auditCount('payments.exported')).toBe(before + 1);
  });
});

const detail = (by: Person, id: string) => by.ok<AdminPayment>('GET', `/admin/payments/${id}`);

describe('one payment', () => {
  test('LEND-15: shows journals that balance, and every call to the rail without what was said', async () => {
    const seen = await until(async () => {
      const one = await detail(finance, ids.paid);
      // Calls are written down a moment after they were made.
      return one.timeline.some((entry) => entry.event === 'setu_billpay.submit') ? one : undefined;
    });
    for (const { postings } of seen.journals)
      expect(postings.reduce((sum, line) => sum + line.amountPaise, 0)).toBe(0);
    expect(seen.journals.map((journal) => journal.kind)).toEqual(
      expect.arrayContaining(['reserve', 'submit', 'loan_booked']),
    );
    const calls = seen.timeline.filter((entry) => entry.source === 'rail_call');
    expect(calls.every((call) => call.detail['result'] !== undefined)).toBe(true);
    expect(seen.loan).toMatchObject({ status: 'active', daysPastDue: 0 });
    const times = seen.timeline.map((entry) => entry.at);
    expect(times).toEqual(times.toSorted());
    expect(JSON.stringify(seen)).not.toMatch(/4111\d{8}|person\d+-/);
  });

  test('LEND-9: says what closes the loan today, as its person is told; of a bill that failed, nothing', async () => {
    const { closing } = await support.ok<AdminPayment>('GET', `/admin/payments/${ids.paid}`);
    const told = await payer.ok<AdminPayment['closing']>('GET', `/payments/${ids.paid}/foreclosure`);
    expect(told).toMatchObject({ ...closing });
    expect(closing!.totalPaise).toBeGreaterThan(0);
    expect(await support.ok('GET', `/admin/payments/${ids.failed}`)).toMatchObject({ closing: null });
  });

  test('says what the caller may do now, which depends on state and role', async () => {
    expect((await detail(finance, ids.paid)).actions).toEqual(['enquire', 'waive', 'settle', 'send_link']);
    expect((await detail(finance, ids.unknown)).actions).toEqual(['enquire', 'record_outcome']);
    expect((await detail(support, ids.unknown)).actions).toEqual(['enquire']);
    await promote(server, payer, { roles: ['finance'] });
    expect((await detail(payer, ids.unknown)).actions).toEqual([]);
    await promote(server, payer, { isStaff: false, roles: [], aal: 'aal1' });
    const nobody = '019a0000-0000-7000-8000-000000000000';
    expect(said(await finance.call('GET', `/admin/payments/${nobody}`))).toEqual([404, 'not_found']);
  });

  test('LEND-X1: asking the rail again concludes nothing by itself', async () => {
    const reply = await support.call('POST', `/admin/payments/${ids.unknown}/enquire`);
    expect([reply.status, reply.body]).toEqual([202, { billStatus: 'unknown', askedAt: expect.any(String) }]);
    const seen = await until(async () => {
      const one = await detail(support, ids.unknown);
      const asked = one.timeline.findIndex((entry) => entry.event === 'payment.enquired');
      const isAnswered = one.timeline.slice(asked).some((entry) => entry.source === 'rail_call');
      return asked >= 0 && isAnswered ? one : undefined;
    });
    expect(seen.payment.billStatus).toBe('unknown');
    const [act] = seen.timeline.filter((entry) => entry.source === 'staff');
    expect(act?.detail).toMatchObject({ actor: 'staff', actorName: 'Asha Rao' });
    // A member reads no acts of colleagues on their own payment.
    await promote(server, payer, { roles: ['finance'] });
    const own = await detail(payer, ids.unknown);
    expect(own.timeline.map(({ source }) => source)).not.toContain('staff');
    await promote(server, payer, { isStaff: false, roles: [], aal: 'aal1' });
  });

  test('LEND-24: staff who may waive read the most of each part, and the most without a second person', async () => {
    const { waivable } = await detail(finance, ids.paid);
    // Nothing is due yet.
    expect(waivable).toEqual({ parts: [], alonePaise: ALONE_MAX_PAISE });
    expect((await detail(support, ids.paid)).waivable).toBeUndefined();
    expect((await detail(finance, ids.failed)).waivable).toBeUndefined();
  });
});

test('LEND-8: given a cancelled payment, when listed or taken as a file, then it says what it came to', async () => {
  const { aLoan, payOrder, confirm } = repaying(() => server);
  const { person, id } = await aLoan(300_000);
  await advance(server, 'P1D');
  await signInAgain(person);
  await promote(server, await signInAgain(finance), { roles: ['finance'] });
  await promote(server, await signInAgain(support), { roles: ['support'] });
  const { cancel } = await person.payment(id);
  expect(cancel!.chargePaise).toBeGreaterThan(0);
  const key = { 'idempotency-key': `cancel-${id}` };
  const started = await person.ok<StartedRepayment>('POST', `/payments/${id}/cancel`, {}, key);
  const act = await payOrder(started.checkout!.orderId, 'success@razorpay');
  await confirm(person, started.id, act);
  const { items } = await list(`search=${id}`);
  expect(items[0]).toMatchObject({ totalAmountPaise: 306_000, endedPaise: cancel!.amountPaise });
  expect((await list(`search=${ids.paid}`)).items[0]).toMatchObject({ endedPaise: null });
  const file = await finance.call<string>('GET', `/admin/payments/export?search=${id}`);
  const [head, line] = file.body.split('\r\n').map((row) => row.split(','));
  expect(head!.at(-1)).toBe('Came to (INR)');
  expect(line!.at(-1)).toBe((cancel!.amountPaise / 100).toFixed(2));
});
