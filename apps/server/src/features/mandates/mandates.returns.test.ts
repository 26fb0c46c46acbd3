import type { Mandate, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeclared } from '#test/declared.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import type { Loan } from '#test/repaying.ts';
import { standingAt } from '#test/standings.ts';
import { untilSoon } from '#test/soon.ts';
import { advance, drained, moveTo, signInAgain, somebody } from '#test/steps.ts';

/**
 * Debits whose answer is late, or no. Everybody borrows on 11 February 2027; the first instalment is due on Thursday 11 March.
 * The 13th is a second Saturday: three working days end on Tuesday the 16th, after the day of the late charge.
 */
let server: TestServer;
const loans = new Map<string, Loan>();
const loanOf = (name: string): Loan => loans.get(name)!;
const APPROVERS = {
  late: 'tardy@razorpay',
  returned: 'tardy-nofunds@razorpay',
  silent: 'silent@razorpay',
  technical: 'technical@razorpay',
  always: 'nofunds-always@razorpay',
} as const;

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-02-10T06:30:00Z' });
  const people = await Promise.all(
    Object.entries(APPROVERS).map(async ([name, approver]) => {
      const person = await somebody(server).ready();
      return { name, approver, person, card: (await person.addCard()).id };
    }),
  );
  await moveTo(server, '2027-02-11T06:00:00Z');
  for (const { name, approver, person, card } of people) {
    await signInAgain(person);
    await person.getLimit();
    const { id } = await person.pay(card, 900_000, 3);
    await person.untilBill(id, 'paid');
    const started = await person.ok<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'upi' });
    const { orderId } = started.checkout;
    await server.control('POST', '/act', { what: 'pay_order', orderId, with: approver });
    loans.set(name, { person, id, owed: 0 });
    await untilSoon(server, async () => (await mandateOf(name)).status === 'active' || undefined);
  }
});
afterAll(() => server.stop());

async function mandateOf(name: string): Promise<Mandate> {
  const { person, id } = loanOf(name);
  const { items } = await person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${id}`);
  return items[0]!;
}

/** On an instant of March 2027 by UTC, once all that is due by then is done; with everybody named signed in. */
async function onMarch(day: number, time: string, ...names: string[]): Promise<void> {
  await moveTo(server, `2027-03-${String(day).padStart(2, '0')}T${time}:00Z`);
  await drained();
  await Promise.all(names.map((name) => signInAgain(loanOf(name).person)));
}

/** The tries of a loan: `1.2 paid` is the second of the first instalment. */
async function triesOf(name: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ said: string }>(
    `select number || '.' || attempt || ' ' || state || coalesce(' ' || reason, '') as said
     from presentations where loan_id = $1 order by number, attempt`,
    [loanOf(name).id],
  );
  return rows.map((row) => row.said);
}

async function untilTries(name: string, expected: readonly string[]): Promise<void> {
  let seen: string[] = [];
  await until(async () => {
    seen = await triesOf(name);
    return JSON.stringify(seen) === JSON.stringify(expected) || undefined;
  }).catch(() => expect(seen).toEqual(expected));
}

async function untilClosed(day: string, name: string): Promise<void> {
  await until(async () => {
    const { rows } = await server.sql.query(
      'select 1 from loan_days where loan_id = $1 and loan_closed_through(closed_through_on, next_on) >= $2',
      [loanOf(name).id, day],
    );
    return rows.length > 0 || undefined;
  });
}

/** The lateness of a person: charges, hold, and the days past due of the newest closed day. */
async function latenessOf(name: string) {
  const { id } = loanOf(name);
  const { rows } = await server.sql.query<{ state: string; charges: string[] }>(
    `select c.state,
       (select coalesce(json_agg(h.kind), '[]') from charges h where h.loan_id = l.id and h.reversed_on is null) as charges
     from loans l join credit_accounts c on c.user_id = l.user_id where l.id = $1`,
    [id],
  );
  return { ...rows[0]!, dpd: (await standingAt(server.sql, id))!.dpd };
}

/** Subjects of the mails of March that speak of lateness. */
async function saidLate(name: string): Promise<string[]> {
  const mails = await loanOf(name).person.inbox();
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => /late|missed|overdue|due today/i.test(subject));
}

const UNANSWERED = ['late', 'returned', 'silent'] as const;

test('an unanswered debit is late by the calendar alone: no charge, no hold, no message of lateness', async () => {
  await onMarch(9, '04:31');
  for (const name of UNANSWERED) await untilTries(name, ['1.1 announced']);
  await onMarch(9, '04:45');
  await onMarch(11, '03:31');
  for (const name of UNANSWERED) await untilTries(name, ['1.1 presented']);
  await onMarch(12, '04:25');
  // After the hour of the notices: what is tried once more is presented on the 15th.
  await onMarch(13, '04:45');
  for (const day of [14, 15]) await onMarch(day, '04:25');
  await onMarch(16, '03:15');
  for (const name of UNANSWERED) {
    await untilClosed('2027-03-15', name);
    expect({ name, ...(await latenessOf(name)) }).toEqual({ name, state: 'active', charges: [], dpd: 5 });
    expect(await saidLate(name)).toEqual([]);
  }
});

test('a person who waits for the bank is told to pay nothing again', async () => {
  const mails = await until(async () => {
    const all = await loanOf('silent').person.inbox();
    const said = all.filter(({ subject }) => subject.includes('has not answered yet'));
    return said.length > 0 ? said : undefined;
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Do not pay it again');
  await signInAgain(loanOf('silent').person);
  expect((await mandateOf('silent')).nextDebit).toMatchObject({ state: 'presented', answerBy: '2027-03-16' });
});

test('LEND-20: a success heard late counts on the day of the debit, and no trace of lateness is left', async () => {
  await onMarch(16, '05:00', 'late');
  await untilTries('late', ['1.1 paid']);
  const { rows } = await server.sql.query<{ value_on: string; late: number }>(
    `select r.value_on::text, (select count(*)::integer from dpd_log g where g.loan_id = $1 and g.is_active and g.dpd > 0) as late
     from repayments r where r.loan_id = $1`,
    [loanOf('late').id],
  );
  expect(rows).toEqual([{ value_on: '2027-03-11', late: 0 }]);
  expect(await latenessOf('late')).toMatchObject({ state: 'active', charges: [], dpd: 0 });
  await onMarch(17, '00:30', 'late');
});

test.skipIf(!isDeclared('GET /rewards'))(
  'given a debit heard late, then it earned its cashback',
  async () => {
    const rewards = await until(async () => {
      const found = await server.sql.query<{ kind: string }>('select kind from rewards where loan_id = $1', [
        loanOf('late').id,
      ]);
      return found.rows.length > 0 ? found.rows : undefined;
    });
    expect(rewards).toEqual([{ kind: 'cashback' }]);
  },
);

test('LEND-20: a return counts from the due date, and is tried once more after three days', async () => {
  await untilTries('returned', ['1.1 failed insufficient_funds', '1.2 planned']);
  expect(await latenessOf('returned')).toMatchObject({ state: 'blocked_due', charges: [] });
  await onMarch(17, '04:31');
  await untilTries('returned', ['1.1 failed insufficient_funds', '1.2 announced']);
  await onMarch(17, '04:45');
  await onMarch(18, '04:31');
  expect(await triesOf('returned')).toEqual(['1.1 failed insufficient_funds', '1.2 announced']);
  await onMarch(19, '03:31');
  await untilTries('returned', ['1.1 failed insufficient_funds', '1.2 paid']);
});

test('after the window a person decides: lateness counts, and nothing is presented again', async () => {
  await untilTries('silent', ['1.1 review']);
  await untilClosed('2027-03-17', 'silent');
  expect(await latenessOf('silent')).toMatchObject({ state: 'blocked_due', charges: [] });
  const { rows } = await server.sql.query<{ kind: string }>(
    'select kind from reconciliation_breaks where payment_id = $1 and resolved_at is null',
    [loanOf('silent').id],
  );
  expect(rows).toEqual([{ kind: 'pending_one_day' }]);
});

test('LEND-20: a technical return and one for want of funds are presented once more, never twice', async () => {
  await untilTries('technical', ['1.1 failed gateway_technical_error', '1.2 paid']);
  await untilTries('always', ['1.1 failed insufficient_funds', '1.2 failed insufficient_funds']);
  const { rows } = await server.sql.query<{ waited: boolean }>(
    "select max(presented_at) - min(presented_at) >= interval '3 days' as waited from presentations where loan_id = $1",
    [loanOf('technical').id],
  );
  expect(rows).toEqual([{ waited: true }]);
  await advance(server, 'P1D');
  await drained();
  expect(await triesOf('always')).toHaveLength(2);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
