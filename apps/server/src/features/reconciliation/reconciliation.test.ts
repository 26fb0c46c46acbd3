import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { AnswerOf, getApproval, listRailReads, Payment, ReconciliationBreak } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import {
  advance,
  attemptsOf,
  balances,
  clearFaults,
  executedUnder,
  fault,
  signInAgain,
  somebody,
} from '#test/steps.ts';

const BILL = 300_000;

interface Sent {
  readonly person: Person;
  readonly id: string;
}

let server: TestServer;
let staff: Person;
let colleague: Person;
const sent: Record<string, Sent> = {};
const ENDINGS = ['1001', '1019', '1012', '1013', '1015'];

beforeAll(async () => {
  server = await startTestServer();
  [staff, colleague] = [await somebody(server).signUp(), await somebody(server).signUp()];
  for (const ending of ENDINGS) {
    const person = await somebody(server).ready();
    const card = await person.addCard(ending);
    sent[ending] = { person, id: (await person.pay(card.id, BILL)).id };
  }
  await until(async () => ((await statusOf('1001')) === 'paid' ? true : undefined));
  await until(async () => ((await statusOf('1019')) === 'paid' ? true : undefined));
  await sent['1019']!.person.repay(sent['1019']!.id, 50_000);
  sent['nameless'] = await aNameless();
  await later('P1DT1M');
});
afterAll(() => server.stop());

/** A bill that the rail returns later, and whose name at the rail was never heard. */
async function aNameless(): Promise<Sent> {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('1019')).id, BILL);
  await person.untilBill(id, 'paid');
  await server.sql.query('update payment_attempts set provider_ref = null where payment_id = $1', [id]);
  return { person, id };
}

async function statusOf(ending: string): Promise<string> {
  const { rows } = await server.sql.query<{ bill_status: string }>(
    'select bill_status from payments where id = $1',
    [sent[ending]!.id],
  );
  return rows[0]!.bill_status;
}

async function later(duration: string): Promise<void> {
  await advance(server, duration);
  for (const one of [staff, colleague]) await promote(server, await signInAgain(one));
}

async function breaks(query = ''): Promise<ReconciliationBreak[]> {
  return (await staff.ok<{ items: ReconciliationBreak[] }>('GET', `/admin/reconciliation?limit=50${query}`))
    .items;
}

async function breakOf(ending: string, kind: string): Promise<ReconciliationBreak> {
  return until(async () =>
    (await breaks()).find((one) => one.paymentId === sent[ending]!.id && one.kind === kind),
  );
}

const resolve = (by: Person, id: string, resolution: string) =>
  by.call<ReconciliationBreak>('POST', `/admin/reconciliation/breaks/${id}/resolve`, {
    resolution,
    note: 'statement of the rail',
  });

/** Has it proposed by one and approved by another. */
async function resolveByTwo(id: string, resolution: string, kind: string): Promise<void> {
  // By the weekday it may be past its due date already; the first of the two changes nothing of it.
  const { state } = await staff.ok<{ state: string }>('GET', `/admin/reconciliation/breaks/${id}`);
  expect(state).not.toBe('resolved');
  expect((await resolve(staff, id, resolution)).body).toMatchObject({ state });
  expect((await resolve(colleague, id, resolution)).body).toMatchObject({ code: 'approval_open' });
  const { items } = await colleague.ok<{ items: { id: string; objectId: string }[] }>(
    'GET',
    `/admin/approvals?kind=${kind}`,
  );
  const path = `/admin/approvals/${items.find((one) => one.objectId === id)!.id}`;
  const seen = await colleague.ok<AnswerOf<typeof getApproval>>('GET', path);
  expect(seen).toMatchObject({ isCurrent: true });
  if (resolution !== 'reverse') expect(seen.facts).toContainEqual({ code: 'amount_paise', value: BILL });
  const approve = (by: Person) => by.call('POST', path, { decision: 'approve' });
  expect((await approve(staff)).body).toMatchObject({ code: 'second_person_required' });
  expect((await approve(colleague)).status).toBe(200);
  expect(await colleague.ok('GET', path)).toMatchObject({ isCurrent: false });
}

/** The float as our books have it, against what the network really executed. */
async function expectFloatIsTrue(ending: string, owed: number): Promise<void> {
  const { id } = sent[ending]!;
  const [attempt] = await attemptsOf(server, id);
  const executed = await executedUnder(server, attempt!.our_reference);
  const out = executed
    .filter((one) => one.status === 'executed')
    .reduce((sum, one) => sum + one.amountPaise, 0);
  const { A105 = 0, A115 = 0 } = await balances(server, { loanId: id });
  expect([ending, A105 + A115 + out, A115]).toEqual([ending, 0, owed]);
}

/** Counts the rows that a reading could change. */
async function marks(): Promise<unknown> {
  const { rows } = await server.sql.query(
    `select (select count(*) from rail_rows) as rows, (select count(*) from reconciliation_breaks) as breaks,
       (select count(*) from journals where source_kind in ('rail_orphan', 'float', 'unwind')) as journals,
       (select count(*) from bill_status_log) as steps`,
  );
  return rows[0];
}

test('LEND-X10: a bill that the rail says it gives back is frozen, and its owner is asked for nothing and told so', async () => {
  for (const name of ['1019', 'nameless']) {
    const { person, id } = sent[name]!;
    expect(await breakOf(name, 'returned')).toMatchObject({ state: 'open', allowed: ['reverse', 'agreed'] });
    await signInAgain(person);
    expect(await person.ok<Payment>('GET', `/payments/${id}`)).toMatchObject({
      billStatus: 'paid',
      frozen: { since: expect.any(String) },
      nextDue: null,
      needsReview: true,
    });
    expect(await person.ok('GET', '/schedule')).toMatchObject({ items: [] });
    const told = await until(async () => {
      const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
      return items.find((one) => one.title.includes('may come back'));
    });
    expect(told).toMatchObject({ type: 'info', link: `/dashboard/payments/${id}` });
  }
});

test('LEND-X10: once staff find that it does not come back, its owner is told that the plan goes on', async () => {
  const { person, id } = sent['nameless']!;
  const returned = await breakOf('nameless', 'returned');
  expect((await resolve(staff, returned.id, 'agreed')).body).toMatchObject({ state: 'resolved' });
  expect(await clearedAlone(returned.id)).toEqual([{ after: 'resolved', reason: 'statement of the rail' }]);
  const payment = await person.ok<Payment>('GET', `/payments/${id}`);
  expect(payment).toMatchObject({ billStatus: 'paid', frozen: null });
  expect(payment.nextDue).not.toBeNull();
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  expect(items[0]!.title).toContain('stands');
});

test('LEND-X10: given a loan that was not frozen, when its return is found withdrawn, then its owner is not told that it goes on', async () => {
  const { person, id } = sent['1001']!;
  await server.sql.query(
    `select break_open(user_id, 'returned', 'billpay', 'operations', 'a closed loan', current_date, id, null, 1, 1, null, accepted_at)
     from payments where id = $1`,
    [id],
  );
  expect((await resolve(staff, (await breakOf('1001', 'returned')).id, 'agreed')).status).toBe(200);
  await signInAgain(person);
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  expect(items.filter(({ title }) => title.includes('stands'))).toEqual([]);
});

test('LEND-18: a bill that two people say came back is reversed: nothing is owed, what was repaid goes back, the rail owes the bill', async () => {
  const { person, id } = sent['1019']!;
  await resolveByTwo((await breakOf('1019', 'returned')).id, 'reverse', 'rail_reverse');
  expect(await statusOf('1019')).toBe('reversed');
  expect(await person.ok<Payment>('GET', `/payments/${id}`)).toMatchObject({
    billStatus: 'reversed',
    status: 'failed',
    outstandingPaise: 0,
    nextDue: null,
    needsReview: false,
  });
  expect(await balances(server, { loanId: id })).toMatchObject({ A105: -BILL, A115: BILL });
  expect((await person.ok<{ credit: { usedPaise: number } }>('GET', '/me')).credit.usedPaise).toBe(0);
  const refund = await server.sql.query(
    'select amount_paise::integer as paise from refunds where loan_id = $1',
    [id],
  );
  expect(refund.rows).toEqual([{ paise: 50_000 }]);
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  expect(items.map((one) => one.title)).toContainEqual(expect.stringContaining('sent your payment back'));
  const notes = await until(async () => {
    const { rows } = await server.sql.query<{ kind: string }>(
      'select kind from tax_documents where loan_id = $1 order by sequence',
      [id],
    );
    return rows.length === 2 ? rows.map((row) => row.kind) : undefined;
  });
  expect(notes.toSorted()).toEqual(['credit_note', 'invoice']);
  expect((await breaks()).filter((one) => one.paymentId === id)).toEqual([]);
});

test('LEND-X5, LEND-24: a late success is cleared by the money that comes back once two people say so, and not twice', async () => {
  const late = await breakOf('1013', 'late_success');
  expect(late).toMatchObject({ state: 'open', owner: 'operations', allowed: ['rail_returned', 'loss'] });
  expect((await resolve(staff, late.id, 'agreed')).body).toMatchObject({ code: 'resolution_not_allowed' });
  await resolveByTwo(late.id, 'rail_returned', 'rail_returned');
  expect(await breaks('&state=resolved')).toContainEqual(
    expect.objectContaining({ id: late.id, resolution: 'rail_returned', allowed: [] }),
  );
  // By its id it is found whatever became of it, in whichever list it stands.
  expect(await staff.ok('GET', `/admin/reconciliation/breaks/${late.id}`)).toMatchObject({
    id: late.id,
    state: 'resolved',
    allowed: [],
  });
  const unknown = await staff.call('GET', `/admin/reconciliation/breaks/${crypto.randomUUID()}`);
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await resolve(staff, late.id, 'rail_returned')).body).toMatchObject({ code: 'break_resolved' });
  expect(await balances(server, { loanId: sent['1013']!.id })).toEqual({});
  // Proposed and decided: nobody cleared it alone.
  expect(await clearedAlone(late.id)).toEqual([]);
});

/** The rows of the log which say that one member of staff cleared a difference. */
async function clearedAlone(id: string) {
  const { rows } = await server.sql.query<{ after: string; reason: string }>(
    "select details->>'after' as after, reason from audit_log where object_id = $1 and action = 'reconciliation.resolve'",
    [id],
  );
  return rows;
}

test('LEND-21: read again, by two at once, the list changes nothing', async () => {
  const before = await marks();
  const { now } = await server.control<{ now: string }>('GET', '/clock');
  const dayOn = new Date(Date.parse(now) + 19_800_000 - 86_400_000).toISOString().slice(0, 10);
  const read = async () => {
    const { rows } = await server.sql.query<{ at: Date }>(
      'select last_read_at as at from rail_days where day_on = $1',
      [dayOn],
    );
    return rows[0]!.at.getTime();
  };
  const first = await read();
  const toCome = await staff.call('POST', '/admin/reconciliation/run', { dayOn: '2200-12-31' });
  expect(toCome.body).toMatchObject({ code: 'validation_failed' });
  await advance(server, 'PT2S');
  await Promise.all([staff, colleague].map((one) => one.ok('POST', '/admin/reconciliation/run', { dayOn })));
  await until(async () => ((await read()) > first ? true : undefined));
  expect(await marks()).toEqual(before);
});

test('LEND-21: a list that breaks off is not used, and is read again', async () => {
  await fault(server, 'setu_billpay', 'list', { http: 500, commit: 'before' }, 'always');
  await later('PT1H1M');
  const failed = () =>
    server.sql.query<{ n: number }>('select coalesce(max(failed_count), 0)::integer as n from rail_days');
  await until(async () => ((await failed()).rows[0]!.n > 0 ? true : undefined));
  await clearFaults(server);
  await later('PT20M');
  await until(async () => ((await failed()).rows[0]!.n === 0 ? true : undefined));
  expect((await failed()).rows).toEqual([{ n: 0 }]);
});

test('LEND-16: what the rail kept of a failed payment is back in the float once its list says so', async () => {
  await expectFloatIsTrue('1012', BILL);
  await later('P3D');
  await until(async () =>
    (await balances(server, { loanId: sent['1012']!.id })).A115 === undefined ? true : undefined,
  );
  await expectFloatIsTrue('1012', 0);
  await expectFloatIsTrue('1001', 0);
  await expectFloatIsTrue('1019', BILL);
});

test('LEND-21: a difference past its due date is raised; a return the rail never refunds is owed after five days', async () => {
  // Two working days are up to five days, whatever weekday it is.
  await later('P4D');
  const raised = async () => (await breakOf('1015', 'amount')).state === 'escalated';
  expect(await until(async () => ((await raised()) ? true : undefined))).toBe(true);
  await later('P3D');
  const due = await breakOf('1019', 'refund_due');
  expect(due).toMatchObject({ owner: 'finance', oursPaise: BILL, allowed: ['loss', 'refund_arrived'] });
  await resolveByTwo(due.id, 'refund_arrived', 'rail_refund');
  await expectFloatIsTrue('1019', 0);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-21: staff read of each rail which day was read last, how many rows, and when', async () => {
  const { items } = await staff.ok<AnswerOf<typeof listRailReads>>('GET', '/admin/reconciliation/reads');
  const { rows } = await server.sql.query<{ day: string; rows: number; at: Date }>(
    `select day_on::text as day, rows_count as rows, last_read_at as at from rail_days
     where last_read_at is not null order by day_on desc limit 1`,
  );
  const last = rows[0]!;
  expect(items.find(({ rail }) => rail === 'billpay')).toEqual({
    rail: 'billpay',
    dayOn: last.day,
    rows: last.rows,
    readAt: last.at.toISOString(),
  });
});

test('LEND-21: `npm run reconcile` compares a day, and tried dry it leaves everything as it was', async () => {
  const before = await marks();
  const { DATABASE_URL, SANDBOX_URL } = { DATABASE_URL: server.databaseUrl, SANDBOX_URL: server.sandboxUrl };
  const run = (...args: string[]) =>
    new Promise<string>((done) => {
      const script = join(import.meta.dirname, '../../../../../scripts/reconcile.ts');
      const env = { ...process.env, DATABASE_URL, SANDBOX_URL };
      execFile(process.execPath, [script, ...args], { env }, (_, out, trouble) => done(out + trouble));
    });
  const day = new Date(
    (await server.sql.query<{ at: Date }>('select min(accepted_at) as at from payments')).rows[0]!.at,
  );
  const dayOn = new Date(day.getTime() + 19_800_000).toISOString().slice(0, 10);
  expect(await run('--day', dayOn, '--dry-run')).toBe(`${dayOn}: would open nothing\n`);
  expect(await marks()).toEqual(before);
});

test('LEND-24: a loss needs a second member of staff: journal 36', async () => {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('1013')).id, BILL);
  sent['loss'] = { person, id };
  await until(async () => ((await statusOf('loss')) === 'failed' ? true : undefined));
  await later('P1DT1M');
  const late = await breakOf('loss', 'late_success');
  expect((await resolve(staff, late.id, 'loss')).body).toMatchObject({ state: 'open' });
  const { items } = await colleague.ok<{ items: { id: string; objectId: string }[] }>(
    'GET',
    '/admin/approvals?kind=rail_loss',
  );
  const proposal = items.find((one) => one.objectId === late.id)!;
  const approve = (by: Person) => by.call('POST', `/admin/approvals/${proposal.id}`, { decision: 'approve' });
  expect((await approve(staff)).body).toMatchObject({ code: 'second_person_required' });
  expect((await approve(colleague)).status).toBe(200);
  expect(await balances(server, { loanId: id })).toEqual({ A105: -BILL, E550: BILL });
  expect(await breaks('&state=resolved')).toContainEqual(
    expect.objectContaining({ id: late.id, resolution: 'loss', state: 'resolved' }),
  );
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: that a paid bill came back needs a second member of staff where the rail itself does not say so: journal 9', async () => {
  const { id } = sent['1001']!;
  const { rows } = await server.sql.query<{ id: string }>(
    `select break_open(user_id, 'adjusted', 'billpay', 'operations', 'by hand', null, id, null, amount_paise, 0, '{}', now()) as id
     from payments where id = $1`,
    [id],
  );
  expect((await resolve(staff, rows[0]!.id, 'reverse')).body).toMatchObject({ state: 'open' });
  expect(await statusOf('1001')).toBe('paid');
  expect((await resolve(colleague, rows[0]!.id, 'reverse')).body).toMatchObject({ code: 'approval_open' });
  const { items } = await colleague.ok<{ items: { id: string }[] }>(
    'GET',
    '/admin/approvals?kind=rail_reverse',
  );
  expect(items).toHaveLength(1);
  const approve = (by: Person) =>
    by.call('POST', `/admin/approvals/${items[0]!.id}`, { decision: 'approve' });
  expect((await approve(staff)).body).toMatchObject({ code: 'second_person_required' });
  expect((await approve(colleague)).body).toMatchObject({ status: 'approved' });
  expect(await statusOf('1001')).toBe('reversed');
  expect((await approve(colleague)).body).toMatchObject({ code: 'approval_already_decided' });
  expect((await breaks('&state=resolved')).find((one) => one.id === rows[0]!.id)).toMatchObject({
    resolution: 'reverse',
    note: 'statement of the rail',
  });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: what the rail owes and will never return is a loss when two people say so: journal 36', async () => {
  await later('P6D');
  const due = await breakOf('1001', 'refund_due');
  await resolveByTwo(due.id, 'loss', 'rail_loss');
  // The float is not told of money that never came.
  expect(await balances(server, { loanId: sent['1001']!.id })).toEqual({ A105: -BILL, E550: BILL });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
