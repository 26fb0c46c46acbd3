import type { MandateKind, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import type { Loan } from '#test/repaying.ts';
import { untilSoon } from '#test/soon.ts';
import { advance, collected, drained, moveTo, signInAgain, somebody } from '#test/steps.ts';

/** Tests changes between a notice and its debit. Everybody's first instalment is due on Thursday 11 March 2027. */
let server: TestServer;
const loans = new Map<string, Loan>();
const loanOf = (name: string): Loan => loans.get(name)!;
const PEOPLE: Readonly<Record<string, readonly [approver: string, kind: MandateKind]>> = {
  upi: ['ok@razorpay', 'upi'],
  enach: ['ok@razorpay', 'enach'],
  cancelled: ['ok@razorpay', 'upi'],
  midnight: ['ok@razorpay', 'upi'],
  relents: ['relents@razorpay', 'upi'],
};

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-02-10T06:30:00Z' });
  const people = await Promise.all(
    Object.entries(PEOPLE).map(async ([name, [approver, kind]]) => {
      const person = await somebody(server).ready();
      if (kind === 'enach') await person.linkAccount();
      return { name, approver, kind, person, card: (await person.addCard()).id };
    }),
  );
  await moveTo(server, '2027-02-11T06:00:00Z');
  for (const { name, approver, kind, person, card } of people) {
    await signInAgain(person);
    await person.getLimit();
    const { id } = await person.pay(card, 900_000, 3);
    await person.untilBill(id, 'paid');
    const started = await person.ok<StartedMandate>('POST', '/mandates', { paymentId: id, kind });
    const { orderId } = started.checkout;
    await server.control('POST', '/act', { what: 'pay_order', orderId, with: approver });
    loans.set(name, { person, id, owed: 0 });
    await untilSoon(server, async () => (await mandateOf(name)).status === 'active' || undefined);
  }
});
afterAll(() => server.stop());

async function mandateOf(name: string): Promise<StartedMandate['mandate']> {
  const { person, id } = loanOf(name);
  const { items } = await person.ok<{ items: StartedMandate['mandate'][] }>(
    'GET',
    `/mandates?paymentId=${id}`,
  );
  return items[0]!;
}

async function onMarch(day: number, time: string, ...names: string[]): Promise<void> {
  await moveTo(server, `2027-03-${String(day).padStart(2, '0')}T${time}:00Z`);
  await drained();
  await Promise.all(names.map((name) => signInAgain(loanOf(name).person)));
}

interface Try {
  readonly said: string;
  readonly order_ref: string | null;
  readonly amount_paise: number;
  readonly day: string | null;
}

async function triesOf(name: string): Promise<Try[]> {
  const { rows } = await server.sql.query<Try>(
    `select number || '.' || attempt || ' ' || state || coalesce(' ' || reason, '') as said, order_ref,
       amount_paise::integer, ist_date(presented_at)::text as day
     from presentations where loan_id = $1 order by number, attempt`,
    [loanOf(name).id],
  );
  return rows;
}

async function untilTries(name: string, expected: readonly string[]): Promise<Try[]> {
  let seen: Try[] = [];
  await until(async () => {
    seen = await triesOf(name);
    return JSON.stringify(seen.map(({ said }) => said)) === JSON.stringify(expected) || undefined;
  }).catch(() => expect(seen.map(({ said }) => said)).toEqual(expected));
  return seen;
}

/** The amounts that the bank really took under the debits of a loan, in paise. */
async function takenOf(name: string): Promise<number[]> {
  const orders = new Set((await triesOf(name)).map((one) => one.order_ref));
  return (await collected(server)).filter((one) => orders.has(one.orderId)).map((one) => one.amountPaise);
}

test('LEND-20: a part paid after the notice lowers the debit at once, and it loses no day', async () => {
  await onMarch(9, '04:31', 'upi');
  for (const name of loans.keys()) await untilTries(name, ['1.1 announced']);
  await onMarch(9, '04:45');
  await loanOf('upi').person.repay(loanOf('upi').id, 100_000);
  const [first, second] = await untilTries('upi', ['1.1 skipped changed', '1.2 announced']);
  expect(second!.amount_paise).toBe(first!.amount_paise - 100_000);
  const mails = await until(async () => {
    const all = await loanOf('upi').person.inbox();
    const said = all.filter(({ subject }) => subject.includes('will be collected on'));
    return said.length > 1 ? said : undefined;
  });
  expect(mails).toHaveLength(2);
  await onMarch(9, '05:00');
});

test('LEND-20: eNACH is lowered minutes before the debit, under the notice that was given', async () => {
  const unsent = { provider: 'razorpay', op: 'create_recurring', times: 'always' };
  for (const name of ['cancelled', 'midnight']) {
    const [{ order_ref: orderId }] = (await triesOf(name)) as [Try];
    const match = { '$.order_id': orderId };
    await server.control('POST', '/faults', { ...unsent, match, fault: { http: 503, commit: 'before' } });
  }
  await onMarch(11, '04:00', 'enach');
  await loanOf('enach').person.repay(loanOf('enach').id, 100_000);
  await untilTries('enach', ['1.1 skipped changed', '1.2 announced']);
  await onMarch(11, '04:31', 'cancelled');
  const [first, second] = await untilTries('enach', ['1.1 skipped changed', '1.2 presented']);
  expect(second).toMatchObject({ amount_paise: first!.amount_paise - 100_000, day: '2027-03-11' });
  const [, lower] = await untilTries('upi', ['1.1 skipped changed', '1.2 paid']);
  expect(lower!.day).toBe('2027-03-11');
  expect(await takenOf('upi')).toEqual([lower!.amount_paise]);
});

test('a debit whose request was lost is not asked for again once its mandate is cancelled', async () => {
  await untilTries('cancelled', ['1.1 presenting']);
  // After the peak hours of UPI, in which nothing is asked for.
  await onMarch(11, '07:31', 'cancelled');
  await untilTries('cancelled', ['1.1 presenting']);
  const { id } = await mandateOf('cancelled');
  await loanOf('cancelled').person.ok('DELETE', `/mandates/${id}`);
  // Long enough for the cancellation to be final, and for a lost request to be made again.
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await advance(server, 'PT10M');
    await drained();
  }
  await untilTries('cancelled', ['1.1 skipped mandate_ended']);
  expect(await takenOf('cancelled')).toEqual([]);
});

test('LEND-20: given a debit whose request was lost, when its day is over, then it is not asked for on another', async () => {
  await onMarch(12, '03:31');
  await untilTries('midnight', ['1.1 presenting']);
  await server.control('DELETE', '/faults');
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await advance(server, 'PT10M');
    await drained();
  }
  await untilTries('midnight', ['1.1 presenting']);
  expect(await takenOf('midnight')).toEqual([]);
});

test('LEND-20, LEND-T7: given a returned debit, when the bank makes it after all, then its person is told, and it is not presented once more', async () => {
  await untilTries('relents', ['1.1 failed gateway_technical_error', '1.2 announced']);
  await onMarch(13, '06:00');
  await onMarch(14, '03:31');
  await untilTries('relents', ['1.1 paid gateway_technical_error', '1.2 skipped covered']);
  expect(await takenOf('relents')).toHaveLength(1);
  const { rows } = await server.sql.query<{ value_on: string }>(
    'select value_on::text from repayments where loan_id = $1',
    [loanOf('relents').id],
  );
  expect(rows).toEqual([{ value_on: '2027-03-11' }]);
  expect((await mandateOf('relents')).lastDebit).toMatchObject({
    instalment: 1,
    state: 'paid',
    reason: null,
  });
  const { person } = loanOf('relents');
  const told = await until(async () => {
    const all = (await person.inbox()).filter(({ subject }) => subject.includes('was collected'));
    return all.length > 0 ? all : undefined;
  });
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/ was collected after all$/)]);
  expect(told[0]!.text).toContain('grievance officer');
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
