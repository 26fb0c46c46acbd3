import { randomUUID } from 'node:crypto';
import type { ApprovalItem, AnswerOf, getApproval, Payment, Problem, waivePayment } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { lockOf, meetAt } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { balances, moveTo, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let maker: Person;
let checker: Person;
let loan: Loan;
let other: Loan;
const { w2 } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2029-01-15T06:00:00Z' });
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  [loan, other] = [await w2(2029), await w2(2029)];
  await onDay('2029-03-22');
});
afterAll(() => server.stop());

/** Moves the clock and lets the days before be closed. */
async function onDay(day: string): Promise<void> {
  await moveTo(server, `${day}T06:00:00Z`);
  for (const person of [maker, checker, loan.person]) await signInAgain(person);
  for (const staff of [maker, checker]) await promote(server, staff);
  await until(async () => {
    const { rows } = await server.sql.query(
      `select 1 from loan_days where loan_id = $1 and (loan_closed_through(closed_through_on, next_on) = $2::date - 1 or not is_open)`,
      [loan.id, day],
    );
    return rows.length > 0 ? true : undefined;
  });
}

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const post = <T = unknown>(by: Person, what: string, body: object, key: string = randomUUID()) =>
  by.call<T>('POST', `/admin/payments/${loan.id}/${what}`, body, { 'idempotency-key': key });
const waive = (by: Person, body: object, key?: string) =>
  post<AnswerOf<typeof waivePayment>>(by, 'waivers', { reason: 'Goodwill after an outage', ...body }, key);
const decide = (by: Person, id: string, decision: 'approve' | 'reject' = 'approve') =>
  by.call<ApprovalItem>('POST', `/admin/approvals/${id}`, { decision });
const payment = () => loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
/** The balance owed by the statement of this month, in paise. */
const statedPaise = async () =>
  (await loan.person.ok<{ items: { closingPaise: number }[] }>('GET', '/statements')).items[0]!.closingPaise;
const waivedOf = ({ charges }: Payment) => charges.reduce((sum, one) => sum + one.waivedPaise, 0);

async function auditOf(id: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ action: string }>(
    'select action from audit_log where object_id = $1 order by seq',
    [id],
  );
  return rows.map((row) => row.action);
}

describe('LEND-24: a proposal whose maker has lost the role for it', () => {
  test('takes no effect any more, and is taken back by them all the same', async () => {
    const { body } = await post<{ approvalId: string }>(maker, 'settlements', {
      agreedPaise: 100_000,
      payBy: '2029-04-20',
      reason: 'Pays from savings',
    });
    await promote(server, maker, { roles: ['support'] });
    expect(said(await decide(checker, body.approvalId))).toEqual([409, 'proposer_without_role']);
    expect(said(await decide(maker, body.approvalId))).toEqual([403, 'role_required']);
    expect((await decide(maker, body.approvalId, 'reject')).body).toMatchObject({ status: 'withdrawn' });
    await promote(server, maker);
    expect((await payment()).settlement).toBeNull();
  });
});

describe('LEND-24: a waiver', () => {
  test('is granted alone up to five hundred rupees of a payment, once under its key, and never more than is due', async () => {
    const tooMuch = randomUUID();
    for (const isReplay of [null, 'true']) {
      const refused = await waive(maker, { component: 'penal', amountPaise: 70_001 }, tooMuch);
      expect(said(refused)).toEqual([422, 'waiver_exceeds_due']);
      expect(refused.headers.get('idempotency-replayed')).toBe(isReplay);
    }
    const key = randomUUID();
    const first = await waive(maker, { component: 'penal', amountPaise: 30_000 }, key);
    expect(first.body).toEqual({ status: 'waived', waivedPaise: 30_000, approvalId: null });
    const again = await waive(maker, { component: 'penal', amountPaise: 30_000 }, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect(said(await waive(maker, { component: 'penal', amountPaise: 20_000 }, key))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect(waivedOf(await payment())).toBe(30_000);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ E510: 30_000 });
    expect(await auditOf(loan.id)).toEqual(['waiver.granted']);
    const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.map(({ title }) => title)).toContain('We waived ₹300');
  });

  test('above it waits for a second person, who sees what it is about', async () => {
    const asked = { component: 'interest', amountPaise: 20_001 };
    const { body } = await waive(maker, asked);
    expect(body).toMatchObject({ status: 'proposed', waivedPaise: 0 });
    expect(said(await waive(checker, asked))).toEqual([409, 'approval_open']);
    const id = body.approvalId!;
    const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${id}`);
    expect(seen).toMatchObject({ kind: 'waiver', status: 'open', objectId: loan.id, isCurrent: true });
    expect(seen.facts).toContainEqual({ code: 'amount_paise', value: 20_001 });
    expect(said(await decide(maker, id))).toEqual([403, 'second_person_required']);
    expect(said(await decide(loan.person, id))).toEqual([403, 'admin_required']);
    expect((await decide(checker, id)).body).toMatchObject({ status: 'approved', note: null });
    expect(said(await decide(checker, id))).toEqual([409, 'approval_already_decided']);
    expect(await auditOf(id)).toEqual(['approval.proposed', 'approval.read', 'approval.decided']);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ E510: 50_001 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  // Rejected first: a waiver of the fee that stands would leave less for the other.
  test.each([
    ['reject', 'rejected', 0],
    ['approve', 'approved', 1],
  ] as const)(
    'of two who decide at once the first wins (%s) and the other is told',
    async (first, status, waivers) => {
      const { body } = await waive(maker, { component: 'fee', amountPaise: 5_000 });
      const third = await promote(server, await signInAgain(await somebody(server).signUp()));
      const second = first === 'approve' ? 'reject' : 'approve';
      const [won, lost] = await meetAt(server, lockOf.proposal(body.approvalId!), [
        () => decide(checker, body.approvalId!, first),
        () => decide(third, body.approvalId!, second),
      ]);
      expect([won!.status, won!.body.status]).toEqual([200, status]);
      expect(said(lost!)).toEqual([409, 'approval_already_decided']);
      const { rows } = await server.sql.query(
        "select 1 from waivers where loan_id = $1 and component = 'fee'",
        [loan.id],
      );
      expect(rows).toHaveLength(waivers);
    },
  );

  test('that does not fit any more is refused, and can be taken back by who proposed it', async () => {
    const { body } = await waive(maker, { component: 'penal', amountPaise: 30_000 });
    const id = body.approvalId!;
    const { schedule } = await payment();
    const late = schedule.filter((row) => row.dueDate < '2029-03-22');
    const lateDue = late.reduce((sum, row) => sum + row.amountPaise - row.paidPaise, 0);
    await loan.person.repay(loan.id, lateDue + 10_000);
    const due = (await payment()).charges.reduce(
      (sum, one) => sum + one.amountPaise - one.paidPaise - one.waivedPaise,
      0,
    );
    expect(due).toBeLessThan(30_000);
    expect(said(await decide(checker, id))).toEqual([409, 'approval_stale']);
    const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${id}`);
    expect(seen).toMatchObject({ status: 'open', isCurrent: false });
    expect((await decide(maker, id, 'reject')).body).toMatchObject({ status: 'withdrawn' });
  });
});

describe('LEND-24: the queue of proposals', () => {
  test('is read page by page and by status, with a log row; staff do not act about their own account', async () => {
    const page = (query: string) =>
      maker.ok<{ items: ApprovalItem[]; nextCursor: string | null }>('GET', `/admin/approvals?${query}`);
    expect((await page('status=open')).items).toEqual([]);
    const first = await page('status=approved&limit=1');
    expect(first.items).toHaveLength(1);
    const kinds = await page('status=withdrawn&kind=waiver');
    // Each page that named people is one row of the log, however many it named.
    const { rows } = await server.sql.query<{ details: unknown }>(
      "select details - 'roles' as details from audit_log where action = 'approvals.read' order by seq",
    );
    expect(rows.map((row) => row.details)).toEqual([
      { status: 'approved', kind: null, namedCount: 1 },
      { status: 'withdrawn', kind: 'waiver', namedCount: kinds.items.length },
    ]);
    expect(kinds.items.map((one) => one.proposedBy.id)).toEqual([kinds.items[0]!.decidedBy!.id]);
    await promote(server, loan.person);
    expect(said(await waive(loan.person, { component: 'penal', amountPaise: 1 }))).toEqual([
      403,
      'own_account',
    ]);
    const other = await maker.call(
      'POST',
      `/admin/payments/${randomUUID()}/waivers`,
      { component: 'penal', amountPaise: 1, reason: 'none' },
      { 'idempotency-key': randomUUID() },
    );
    expect(said(other)).toEqual([404, 'not_found']);
    await promote(server, loan.person, { isStaff: false });
  });

  test('a proposal that staff do not decide within a week expires', async () => {
    const owed = (await payment()).outstandingPaise;
    const proposal = { agreedPaise: owed - 1, payBy: '2029-04-10', reason: 'Lost the job' };
    expect(said(await post(maker, 'settlements', { ...proposal, agreedPaise: owed }))).toEqual([
      422,
      'settlement_not_lower',
    ]);
    expect(said(await post(maker, 'settlements', { ...proposal, payBy: '2029-03-21' }))).toEqual([
      422,
      'settlement_day',
    ]);
    expect(said(await post(maker, 'write-offs', { reason: 'Gone away' }))).toEqual([
      409,
      'write_off_too_early',
    ]);
    const { body } = await post<{ approvalId: string }>(maker, 'settlements', proposal);
    await onDay('2029-03-30');
    expect(said(await decide(checker, body.approvalId))).toEqual([409, 'approval_expired']);
    await until(async () =>
      (await auditOf(body.approvalId)).includes('approval.expired') ? true : undefined,
    );
  });
});

describe('LEND-D5: a loan half a year late', () => {
  test('is written off by two, is owed all the same, and ends for a lower sum that was agreed', async () => {
    await onDay('2029-12-01');
    const owed = (await payment()).outstandingPaise;
    const { body } = await post<{ approvalId: string }>(maker, 'write-offs', {
      reason: 'No answer for half a year',
    });
    expect(said(await decide(maker, body.approvalId))).toEqual([403, 'second_person_required']);
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    expect(await payment()).toMatchObject({ status: 'pending', outstandingPaise: owed });
    const { state } = await loan.person.ok<{ state: string }>('GET', '/credit');
    expect(state).toBe('revoked');
    const closing = await loan.person.ok<{ totalPaise: number }>('GET', `/payments/${loan.id}/foreclosure`);
    expect(closing.totalPaise).toBe(owed);
    expect(await statedPaise()).toBe(owed);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);

    const agreed = { agreedPaise: 100_000, payBy: '2029-12-20', reason: 'Pays from savings' };
    const proposed = await post<{ approvalId: string }>(maker, 'settlements', agreed);
    await decide(checker, proposed.body.approvalId);
    expect((await payment()).settlement).toEqual({
      agreedPaise: 100_000,
      restPaise: 100_000,
      payBy: '2029-12-20',
    });
    await loan.person.repay(loan.id, 40_000);
    expect((await payment()).settlement).toMatchObject({ restPaise: 60_000 });
    await loan.person.repay(loan.id, 60_000);
    expect(await payment()).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      settlement: null,
      ending: { kind: 'settled', on: '2029-12-01' },
    });
    expect(await statedPaise()).toBe(0);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ I430: -100_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});

test('LEND-24: of small money without an owner one member of staff gives five thousand rupees a day alone', async () => {
  const { rows } = await server.sql.query<{ id: string }>(
    `select receipt_hold(p.at, jsonb_build_object('paymentRef', 'pay_small' || n, 'amountPaise', 50000, 'isCreditSource', false,
       'receivedAt', p.at, 'keepDays', 30)) as id
     from generate_series(1, 11) as n, (select max(posted_at) as at from journals) p`,
  );
  const give = (by: Person, id: string) =>
    by.ok<{ status: string; approvalId: string | null }>('POST', `/admin/receipts/${id}/identify`, {
      paymentId: other.id,
      reason: 'The payer sent the reference of the bank',
    });
  for (const { id } of rows.slice(1)) expect(await give(maker, id)).toMatchObject({ status: 'identified' });
  const last = rows[0]!.id;
  const asked = await give(maker, last);
  expect(asked).toMatchObject({ status: 'held', approvalId: expect.any(String) as string });
  await decide(maker, asked.approvalId!, 'reject');
  // A colleague has given nothing on that day.
  expect(await give(checker, last)).toMatchObject({ status: 'identified' });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
