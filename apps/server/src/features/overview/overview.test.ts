import { randomUUID } from 'node:crypto';
import { BILLS_BECAME, FIGURE_LISTS, type Overview, TODO_KINDS } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trialBalance } from '#ledger/books.ts';
import { aRequest } from '#test/belongings.ts';
import { isDeclared } from '#test/declared.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, drained, fault, moveTo, signInAgain, somebody } from '#test/steps.ts';
import { patientPool } from '#test/database.ts';

let server: TestServer;
let staff: Person;
let loan: Loan;
/** The first instalment. */
let first: number;
const { w2 } = repaying(() => server);

/** A loan half repaid and then late, a bill that failed, and one whose outcome is unknown. */
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2029-01-15T06:00:00Z' });
  staff = await somebody(server).signUp();
  loan = await w2(2029, await somebody(server).ready());
  const payer = loan.person;
  await moveTo(server, '2029-02-14T06:00:00Z');
  await signInAgain(payer);
  first = (await payer.payment(loan.id)).nextDue!.amountPaise;
  await payer.repay(loan.id, first);
  const failing = await payer.addCard('1012');
  await payer.untilBill((await payer.pay(failing.id, 40_000)).id, 'failed');
  const { id } = await payer.pay((await payer.addCard('1006')).id, 30_000);
  await payer.untilBill(id, 'submitted');
  await drained();
  await advance(server, 'PT45M');
  await signInAgain(payer);
  await payer.untilBill(id, 'unknown');
  await moveTo(server, '2029-03-22T06:00:00Z');
  for (const person of [staff, payer]) await signInAgain(person);
  await promote(server, staff);
  await until(async () => {
    const { rows } = await server.sql.query(
      "select 1 from loan_days where loan_id = $1 and loan_closed_through(closed_through_on, next_on) = '2029-03-21'",
      [loan.id],
    );
    return rows.length > 0 ? true : undefined;
  });
});
afterAll(() => server.stop());

const overview = (period = '') => staff.ok<Overview>('GET', `/admin/overview${period}`);
const year = () => overview('?from=2029-01-01&to=2029-12-31');
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The ledger's own word: an account in the trial balance, debit positive. */
async function trial(...accounts: string[]): Promise<number> {
  const pool = patientPool(server.databaseUrl, undefined, 1);
  const client = await pool.connect();
  try {
    const rows = await trialBalance(client);
    return sum(rows.filter(({ account }) => accounts.includes(account)).map(({ paise }) => Number(paise)));
  } finally {
    client.release();
    await pool.end();
  }
}

interface Listed {
  readonly items: readonly object[];
  readonly nextCursor: string | null;
}

/** A page's lists by what it is asked for: the address of the list that the page reads. */
const LISTS: Readonly<Record<string, string>> = {
  '/admin/kyc': '/admin/kyc/reviews',
  '/admin/support': '/admin/support/messages',
  '/admin/limits': '/admin/credit/reinstatements',
  '/admin/reconciliation receipts': '/admin/receipts',
  '/admin/reconciliation chargebacks': '/admin/chargebacks',
};

function listBehind(path: string): string {
  const { pathname, searchParams } = new URL(path, server.url);
  const list = searchParams.get('list');
  searchParams.delete('list');
  searchParams.set('limit', '100');
  return `${LISTS[list === null ? pathname : `${pathname} ${list}`] ?? pathname}?${searchParams.toString()}`;
}

async function stoppedMandate(userId: string, loanId: string): Promise<string> {
  const mandateId = randomUUID();
  await server.sql.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, created_at)
     values ($1, $2, $3, 'upi', 'cancelled', 100000, '2030-01-01', $4)`,
    [userId, mandateId, loanId, new Date(server.now())],
  );
  return mandateId;
}

interface Bounce {
  readonly userId: string;
  readonly mandateId: string;
  readonly loanId: string;
  readonly number: number;
  readonly attempt: number;
  readonly endedAt: Date;
}

const bounce = ({ userId, mandateId, loanId, number, attempt, endedAt }: Bounce) =>
  server.sql.query(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, 100, 'failed', $7, $7, $7)`,
    [userId, randomUUID(), mandateId, loanId, number, attempt, endedAt],
  );

/** Something of everything that waits for a person, and beside it what waits no more. */
async function layOut({ id: loanId, person }: Loan): Promise<void> {
  const { rows } = await server.sql.query<{ user_id: string; repayment_id: string; now: Date }>(
    `select user_id, id as repayment_id, greatest(created_at, received_at) as now from repayments where loan_id = $1 limit 1`,
    [loanId],
  );
  const { user_id: userId, repayment_id: repaymentId, now } = rows[0]!;
  const at = new Date(now.getTime() + 36 * 86_400_000);
  const run = (sql: string, ...values: unknown[]) => server.sql.query(sql, values);
  await run(
    'insert into parked_loans (user_id, id, business_on, reason, parked_at) values ($1, $2, ist_date($3), $4, $3)',
    userId,
    loanId,
    at,
    'Error',
  );
  await run('update payments set needs_review = true where id = $1', loanId);
  await run(
    "insert into testimonials (user_id, payment_id, quote, language, given_at) values ($1, $2, $3, 'en', $4)",
    userId,
    loanId,
    'The total on the receipt was the one I had seen.',
    at,
  );
  await run(
    `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at)
     select $1, $2, $3, ref, 100, 'chargeback', status, $4 from (values ('disp_open', 'open'), ('disp_review', 'review'),
       ('disp_decided', 'review'), ('disp_won', 'won')) as disputes(ref, status)`,
    userId,
    repaymentId,
    loanId,
    at,
  );
  await run(
    `with profile as (insert into profiles (user_id, created_at, updated_at) select id, $2, $2 from auth.users where id <> $1
       on conflict do nothing)
     insert into credit_accounts (user_id, state, state_reason, updated_at) select id, 'suspended', 'arrears', $2 from auth.users where id <> $1`,
    userId,
    at,
  );
  await run(
    `insert into reconciliation_breaks (user_id, repayment_id, kind, reference, detail, opened_at, resolved_at, resolution)
     values ($1, $2, 'chargeback_partial', 'disp_decided', '{}', $3, $3, 'loss')`,
    userId,
    repaymentId,
    at,
  );
  for (const expires of ['2028-01-01', '2100-01-01'])
    await run(
      `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
       values ('account_unblock', $1, $2, '{}', 'New phone', $3, '2027-12-01', $4)`,
      randomUUID(),
      userId,
      randomUUID(),
      expires,
    );
  await run(
    "insert into reviews (user_id, id, kind, subject_id, created_at) values ($1, $2, 'income', $2, $3)",
    userId,
    randomUUID(),
    at,
  );
  await run(
    `insert into unidentified_receipts (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status,
       return_on, created_at)
     values ('razorpay', 'pay_stray', 100, false, $1, ist_date($1), 'held', ist_date($1) + 30, $1)`,
    at,
  );
  const mandateId = await stoppedMandate(userId, loanId);
  for (const [attempt, endedAt] of [
    [1, at],
    [2, at],
    [3, now],
  ] as const)
    await bounce({ userId, mandateId, loanId, number: 2, attempt, endedAt });
  await signInAgain(person);
  await aRequest(person);
}

describe('the overview', () => {
  test('LEND-15: every sum of money is the one of the trial balance', async () => {
    const seen = await year();
    expect(seen.bills).toEqual({
      accepted: { count: 3, amountPaise: 1_570_000 },
      paid: { count: 1, amountPaise: 1_500_000 },
      failed: { count: 1, amountPaise: 40_000 },
      reversed: { count: 0, amountPaise: 0 },
      unknown: { count: 1, amountPaise: await trial('A110') },
    });
    expect(seen.repayments).toEqual({ count: 1, amountPaise: first });
    expect(seen.outstanding).toMatchObject({
      principalPaise: await trial('A200', 'A201'),
      feePaise: await trial('A202', 'A203'),
      interestPaise: await trial('A210', 'A211'),
      chargesPaise: await trial('A220', 'A221'),
    });
    expect(seen.due.totalPaise).toBe(await trial('A201', 'A203', 'A211', 'A220', 'A221'));
    expect(seen.due.totalPaise).toBeGreaterThan(0);
    for (const { account, amountPaise } of seen.result) expect(amountPaise).toBe(-(await trial(account)));
    expect(seen.result.map((row) => row.account)).toEqual(expect.arrayContaining(['I400', 'I410', 'I420']));
  });

  test('LEND-D1: adds arrears up to the same by bucket, by month and in all', async () => {
    const seen = await year();
    expect(sum(seen.arrears.map((row) => row.outstandingPaise))).toBe(seen.outstanding.totalPaise);
    expect(sum(seen.vintages.map((row) => row.outstandingPaise))).toBe(seen.outstanding.totalPaise);
    expect(sum(seen.arrears.map((row) => row.duePaise))).toBe(seen.due.totalPaise);
    expect(seen.loans).toEqual({ open: 1, overdue: 1, npa: 0, writtenOff: 0 });
    const late = seen.arrears.filter((row) => row.loans > 0);
    expect(late).toHaveLength(1);
    expect(seen.vintages).toEqual([
      expect.objectContaining({ month: '2029-01', loans: 1, paidPaise: 1_500_000, lateLoans: 1 }),
    ]);
  });

  test('tells each day of the period, and the days together are the period', async () => {
    const seen = await year();
    expect(seen.days).toHaveLength(365);
    expect(sum(seen.days.map((day) => day.paidPaise))).toBe(seen.bills.paid.amountPaise);
    expect(seen.days.find((day) => day.on === '2029-01-15')).toMatchObject({ paidPaise: 1_500_000 });
    expect(seen.days.find((day) => day.on === '2029-02-14')).toMatchObject({
      repaidPaise: first,
    });
    const february = await overview('?from=2029-02-01&to=2029-02-28');
    expect(february.bills).toMatchObject({ paid: { count: 0, amountPaise: 0 }, failed: { count: 1 } });
  });

  test('says how far those who signed up have come', async () => {
    const { rows } = await server.sql.query<{ on: string }>(
      'select ist_date(min(created_at))::text as on from auth.users',
    );
    const { funnel } = await overview(`?from=${rows[0]!.on}&to=${rows[0]!.on}`);
    expect(funnel).toEqual([
      { step: 'signed_up', people: 2 },
      { step: 'kyc_complete', people: 1 },
      { step: 'limit_given', people: 1 },
      { step: 'first_bill_paid', people: 1 },
    ]);
  });

  test('names what needs a person, how long it has been waiting, and where it is', async () => {
    const { todo } = await overview();
    const unknown = todo.find((one) => one.kind === 'unknown_payments');
    expect(unknown).toMatchObject({ count: 1, path: '/admin/payments?billStatus=unknown' });
    expect(unknown?.oldestAt).toMatch(/^2029-02-14/);
    expect(todo.find((one) => one.kind === 'breaks')!.count).toBeGreaterThan(0);
    expect(todo.find((one) => one.kind === 'approvals')).toMatchObject({ count: 0, oldestAt: null });
  });

  test('LEND-B6: sums closed days once, and they are those of the postings', async () => {
    await advance(server, 'PT20M');
    await until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from business_days where closed_at is not null and summed_at is null limit 1',
      );
      return rows.length === 0 ? true : undefined;
    });
    const { rows } = await server.sql.query<{ count: string }>('select count(*) from ledger_days');
    expect(Number(rows[0]!.count)).toBeGreaterThan(0);
    expect((await year()).bills.paid).toEqual({ count: 1, amountPaise: 1_500_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('shows when a rail does not answer, and since when its circuit is open', async () => {
    await fault(server, 'razorpay', 'order_create', { http: 503 }, 'always');
    const rails = await until(async () => {
      await loan.person.call(
        'POST',
        `/payments/${loan.id}/repayments`,
        { amountPaise: 100 },
        { 'idempotency-key': randomUUID() },
      );
      const seen = await overview();
      const rail = seen.rails.find((one) => one.provider === 'razorpay');
      return rail?.circuit === 'open' ? seen.rails : undefined;
    });
    const rail = rails.find((one) => one.provider === 'razorpay')!;
    expect(rail.failures).toBeGreaterThan(7);
    expect(rail.calls).toBeGreaterThanOrEqual(rail.failures);
    expect(rail.circuitSince).toMatch(/^2029-03-22/);
    expect(rails.find((one) => one.provider !== 'razorpay')).toMatchObject({ circuit: 'closed' });
    const { queue } = await overview();
    expect(queue.failed).toBe(0);
  });

  test('of thirty days counts the requests that failed, and how many may', async () => {
    await server.sql.query(`insert into request_days as known (day_on, requests, failures) values
      ('2029-02-19', 9000, 9000), ('2029-02-21', 5500, 3), ('2029-03-22', 1400, 4)
      on conflict (day_on) do update set requests = known.requests + excluded.requests, failures = known.failures + excluded.failures`);
    const { errorBudget } = await overview();
    // Requests of today may have been written before that, or after, or not yet.
    expect(errorBudget.requests).toBeGreaterThanOrEqual(6900);
    expect(errorBudget).toMatchObject({ failures: 7, allowed: Math.floor(errorBudget.requests / 1000) });
  });

  test('refuses a period that is none, and a longer one than a year', async () => {
    for (const period of ['?from=2029-03-02&to=2029-03-01', '?from=2027-01-01&to=2029-01-01'])
      expect((await staff.call('GET', `/admin/overview${period}`)).status).toBe(422);
    expect((await loan.person.call('GET', '/admin/overview')).status).toBe(403);
  });
});

test('given a returned debit, when its instalment is paid, then the overview counts it no more', async () => {
  const { rows } = await server.sql.query<{ user_id: string }>('select user_id from loans where id = $1', [
    loan.id,
  ]);
  const userId = rows[0]!.user_id;
  const mandateId = await stoppedMandate(userId, loan.id);
  const bounced = async () => {
    const { count, oldestAt, path } = (await overview()).todo.find(
      ({ kind }) => kind === 'bounced_collections',
    )!;
    const { items } = await staff.ok<{ items: object[] }>('GET', listBehind(path));
    return { count, isOld: oldestAt !== null, listed: items.length };
  };
  // The first instalment is paid, the second is late.
  await bounce({
    userId,
    mandateId,
    loanId: loan.id,
    number: 1,
    attempt: 1,
    endedAt: new Date(server.now()),
  });
  expect(await bounced()).toEqual({ count: 0, isOld: false, listed: 0 });
  await bounce({
    userId,
    mandateId,
    loanId: loan.id,
    number: 2,
    attempt: 1,
    endedAt: new Date(server.now()),
  });
  expect(await bounced()).toEqual({ count: 1, isOld: true, listed: 1 });
  await server.sql.query('delete from presentations where mandate_id = $1', [mandateId]);
});

test('every figure of what waits leads to a list of as many', async () => {
  await layOut(loan);
  const { todo } = await overview();
  const isThere = (kind: string) => kind !== 'tickets' || isDeclared('GET /admin/support/messages');
  expect(todo.map(({ kind }) => kind)).toEqual(TODO_KINDS.filter(isThere));
  for (const { kind, count, path } of todo) {
    const { items, nextCursor } = await staff.ok<Listed>('GET', listBehind(path));
    expect([kind, items.length, nextCursor]).toEqual([kind, count, null]);
  }
  expect(todo.filter(({ count }) => count === 0).map(({ kind }) => kind)).toEqual([]);
});

test('every figure of the period and of arrears leads to a list of as many', async () => {
  const { rows } = await server.sql.query<{ from: string; to: string }>(
    'select ist_date(min(created_at))::text as from, ist_date(max(created_at))::text as to from auth.users',
  );
  const countBehind = async (path: string) => {
    const { items, nextCursor } = await staff.ok<Listed>('GET', listBehind(path));
    expect(nextCursor).toBeNull();
    return items.length;
  };
  const periods = [
    { from: '2029-01-01', to: '2029-12-31' },
    { from: '2029-02-01', to: '2029-02-28' },
    { from: '2028-01-01', to: '2028-01-31' },
    rows[0]!,
  ];
  const counted = { became: 0, arrears: 0, reached: 0 };
  for (const period of periods) {
    const { bills, arrears, funnel } = await overview(`?from=${period.from}&to=${period.to}`);
    expect(await countBehind(FIGURE_LISTS.accepted(period))).toBe(bills.accepted.count);
    expect(await countBehind(FIGURE_LISTS.unknown())).toBe(bills.unknown.count);
    for (const what of BILLS_BECAME) {
      expect([what, await countBehind(FIGURE_LISTS.became(what, period))]).toEqual([what, bills[what].count]);
      counted.became += bills[what].count;
    }
    for (const { bucket, loans } of arrears) {
      expect([bucket, await countBehind(FIGURE_LISTS.arrears(bucket))]).toEqual([bucket, loans]);
      counted.arrears += loans;
    }
    for (const { step, people } of funnel) {
      expect([step, await countBehind(FIGURE_LISTS.reached(step, period))]).toEqual([step, people]);
      counted.reached += people;
    }
  }
  expect(Object.values(counted).every((count) => count > 0)).toBe(true);
});
