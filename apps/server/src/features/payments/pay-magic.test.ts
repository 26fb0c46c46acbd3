import type { Payment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import {
  advance,
  attemptsOf,
  balances,
  breaksOf,
  clearFaults,
  executedUnder,
  fault,
  journalKinds,
  moveBeforeListIsFinal,
  moveTo,
  drained,
  signInAgain,
  somebody,
  statusesOf,
} from '#test/steps.ts';

const BILL = 300_000;
/** ₹3,000 over thirty days: the fee is 2 %, of which 2 × 458 paise are tax. */
const FEE = 6_000;
const BOOKED = { A105: -BILL, A200: BILL, A202: FEE, I400: -5_084, L330: -458, L331: -458 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

interface Sent {
  readonly person: Person;
  readonly id: string;
  look(): Promise<Payment>;
  until(...statuses: Payment['billStatus'][]): Promise<Payment>;
  after(duration: string): Promise<void>;
}

/** A new person pays ₹3,000 to a card with the given ending. */
async function pay(ending: string): Promise<Sent> {
  const person = await somebody(server).ready();
  const card = await person.addCard(ending);
  const { id } = await person.pay(card.id, BILL);
  return {
    person,
    id,
    look: () => person.payment(id),
    until: (...statuses) => person.untilBill(id, ...statuses),
    async after(duration) {
      // A request that has not left by then is not sent any more.
      await drained();
      await advance(server, duration);
      await signInAgain(person);
    },
  };
}

/** The one attempt of a payment; that there is one is part of every promise. */
async function onlyAttempt(id: string) {
  const attempts = await attemptsOf(server, id);
  expect(attempts).toHaveLength(1);
  return attempts[0]!;
}

/** Paid once: one reference, one execution of the bill's amount, the loan in the books, the limit used. */
async function expectPaidOnce({ person, id, look }: Sent): Promise<void> {
  const payment = await look();
  expect(payment).toMatchObject({ billStatus: 'paid', status: 'pending', outstandingPaise: BILL + FEE });
  const attempt = await onlyAttempt(id);
  expect(attempt.state).toBe('succeeded');
  expect(payment.ourReference).toBe(attempt.our_reference);
  const executed = await executedUnder(server, attempt.our_reference);
  expect(executed).toMatchObject([{ amountPaise: BILL }]);
  expect(payment.paidAt?.slice(0, 19)).toBe(executed[0]!.executedAt.slice(0, 19));
  expect(await balances(server, { loanId: id })).toEqual(BOOKED);
  expect(await statusesOf(server, id)).not.toContain('failed');
  const me = await person.ok<{ credit: { usedPaise: number } }>('GET', '/me');
  expect(me.credit.usedPaise).toBe(BILL);
}

/** Failed: nothing owed, the limit free, nothing executed. */
async function expectFailed({ person, id, look }: Sent, reason: string): Promise<void> {
  expect(await look()).toMatchObject({
    billStatus: 'failed',
    status: 'failed',
    failureReason: reason,
    outstandingPaise: 0,
    nextDue: null,
  });
  const attempt = await onlyAttempt(id);
  expect(await executedUnder(server, attempt.our_reference)).toEqual([]);
  const me = await person.ok<{ credit: { usedPaise: number } }>('GET', '/me');
  expect(me.credit.usedPaise).toBe(0);
}

/** The outcome is not known: never "failed", the limit stays reserved, nothing is owed yet. */
async function expectOpen({ person, id, look }: Sent): Promise<void> {
  expect(await look()).toMatchObject({ status: 'pending', outstandingPaise: 0 });
  expect(['submitted', 'unknown']).toContain((await look()).billStatus);
  expect(await statusesOf(server, id)).not.toContain('failed');
  expect(await balances(server, { loanId: id })).toEqual({
    A105: -BILL,
    A110: BILL,
    M900: BILL,
    M901: -BILL,
  });
  const me = await person.ok<{ credit: { usedPaise: number } }>('GET', '/me');
  expect(me.credit.usedPaise).toBe(BILL);
}

test.each([
  ['1001', 'success at once'],
  ['1010', 'success, though its webhook says failure'],
  ['1016', 'success with its webhook three times'],
  ['1017', 'success without any webhook'],
])('LEND-18: card ending %s is paid once: %s', async (ending) => {
  const sent = await pay(ending);
  await sent.until('paid');
  await expectPaidOnce(sent);
  expect(await statusesOf(server, sent.id)).toEqual(['accepted', 'submitted', 'paid']);
  // Webhooks that are still on their way change nothing.
  await drained();
  await expectPaidOnce(sent);
  expect((await sent.look()).needsReview).toBe(false);
});

test.each([
  ['1002', 'biller_closed'],
  ['1003', 'float_short'],
])('LEND-18: card ending %s is refused and owes nothing (%s)', async (ending, reason) => {
  const sent = await pay(ending);
  await sent.until('failed');
  await expectFailed(sent, reason);
  expect(await balances(server, { loanId: sent.id })).toEqual({});
  expect(await journalKinds(server, sent.id)).toEqual(
    expect.arrayContaining(['reserve', 'submit', 'submit_failed', 'release']),
  );
});

test("LEND-18: 1004 stays on its way for ten minutes and is then paid, on the rail's own time", async () => {
  const sent = await pay('1004');
  await sent.until('submitted');
  await expectOpen(sent);
  await sent.after('PT10M1S');
  await sent.until('paid');
  await expectPaidOnce(sent);
});

test('LEND-18: 1005 stays on its way for ten minutes and then fails', async () => {
  const sent = await pay('1005');
  await sent.until('submitted');
  await expectOpen(sent);
  await sent.after('PT10M1S');
  await sent.until('failed');
  await expectFailed(sent, 'biller_closed');
});

test('LEND-X1, LEND-X2: 1006 never ends: unknown after half an hour, a person looks after a day, never failed', async () => {
  const sent = await pay('1006');
  await sent.until('submitted');
  await sent.after('PT31M');
  await sent.until('unknown');
  await expectOpen(sent);
  expect((await sent.look()).needsReview).toBe(false);
  await sent.after('P1D');
  await until(async () => ((await sent.look()).needsReview ? true : undefined));
  expect(await breaksOf(server, sent.id)).toEqual(['pending_one_day']);
  await expectOpen(sent);
  await sent.after('P7D');
  await drained();
  await expectOpen(sent);
  expect((await onlyAttempt(sent.id)).resent_count).toBe(0);
});

test.each([
  ['1007', 'the answer never came'],
  ['1009', 'the answer was a 500'],
  ['1014', 'the answer was a 409 without the reference'],
])('LEND-X1: %s is unknown, then found in the list and paid once: %s', async (ending) => {
  const sent = await pay(ending);
  await sent.until('paid');
  await expectPaidOnce(sent);
  expect(await statusesOf(server, sent.id)).toEqual(['accepted', 'submitted', 'unknown', 'paid']);
  expect((await onlyAttempt(sent.id)).resent_count).toBe(0);
});

test('LEND-X3: 1008 is sent again under the same reference only after ten minutes, and paid once', async () => {
  const sent = await pay('1008');
  await sent.until('unknown');
  const first = await onlyAttempt(sent.id);
  await until(async () => ((await onlyAttempt(sent.id)).absent_count >= 3 ? true : undefined));
  await sent.after('PT9M');
  await drained();
  await expectOpen(sent);
  expect((await onlyAttempt(sent.id)).resent_count).toBe(0);
  await sent.after('PT1M30S');
  await sent.until('paid');
  await expectPaidOnce(sent);
  expect(await onlyAttempt(sent.id)).toMatchObject({ our_reference: first.our_reference, resent_count: 1 });
});

test('LEND-X11: 1011 is paid and called adjusted a day later: that word moves nothing, a person looks', async () => {
  const sent = await pay('1011');
  await sent.until('paid');
  await expectPaidOnce(sent);
  await sent.after('P1DT1M');
  await until(async () => ((await breaksOf(server, sent.id)).length > 0 ? true : undefined));
  expect(await breaksOf(server, sent.id)).toEqual(['adjusted']);
  expect(await sent.look()).toMatchObject({ billStatus: 'paid', frozen: null, needsReview: true });
  expect(await balances(server, { loanId: sent.id })).toEqual(BOOKED);
});

test('LEND-16: 1012 fails while the rail keeps the money for now: it stands as owed to the float', async () => {
  const sent = await pay('1012');
  await sent.until('failed');
  await expectFailed(sent, 'biller_closed');
  expect(await balances(server, { loanId: sent.id })).toEqual({ A105: -BILL, A115: BILL });
});

test('LEND-X5: 1013 fails and turns into success: no status change, journal 6 and a break', async () => {
  const sent = await pay('1013');
  await sent.until('failed');
  await expectFailed(sent, 'biller_closed');
  await sent.after('P1DT1M');
  await until(async () => ((await breaksOf(server, sent.id)).length > 0 ? true : undefined));
  expect(await breaksOf(server, sent.id)).toEqual(['late_success']);
  expect(await sent.look()).toMatchObject({
    billStatus: 'failed',
    status: 'failed',
    needsReview: true,
    outstandingPaise: 0,
  });
  expect(await balances(server, { loanId: sent.id })).toEqual({ A105: -BILL, A230: BILL });
  expect((await journalKinds(server, sent.id)).filter((kind) => kind === 'rail_orphan')).toHaveLength(1);
});

test('LEND-X9: 1015 reports another amount: never paid, never failed, a person looks', async () => {
  const sent = await pay('1015');
  await until(async () => ((await sent.look()).needsReview ? true : undefined));
  expect(await breaksOf(server, sent.id)).toEqual(['amount']);
  await expectOpen(sent);
  await sent.after('P3D');
  await drained();
  await expectOpen(sent);
  const { our_reference } = await onlyAttempt(sent.id);
  expect(await executedUnder(server, our_reference)).toMatchObject([{ amountPaise: BILL - 100 }]);
});

test('LEND-X3: 1018 is absent from the list for five minutes: not failed, not sent again, then paid', async () => {
  const sent = await pay('1018');
  await sent.until('unknown');
  await sent.after('PT3M');
  await drained();
  await expectOpen(sent);
  await sent.after('PT2M10S');
  await sent.until('paid');
  await expectPaidOnce(sent);
  expect((await onlyAttempt(sent.id)).resent_count).toBe(0);
});

test('LEND-X3: sent again past midnight, it is found in the list of the day it was really taken', async () => {
  const now = Date.parse((await server.control<{ now: string }>('GET', '/clock')).now);
  const night = new Date(now + 2 * 86_400_000).toISOString().slice(0, 10);
  await moveTo(server, `${night}T18:22:00Z`);
  await fault(server, 'setu_billpay', 'pay_start', { timeout: true, commit: 'before' });
  await fault(server, 'setu_billpay', 'pay_start', { timeout: true, commit: 'after' }, 'always');
  const sent = await pay('4021');
  await sent.until('unknown');
  const { our_reference } = await onlyAttempt(sent.id);
  // Three looks that find nothing come first; one after the clock has moved would be minutes away.
  await until(async () => ((await onlyAttempt(sent.id)).absent_count >= 3 ? true : undefined));
  await sent.after('PT10M30S');
  await until(async () => ((await executedUnder(server, our_reference)).length > 0 ? true : undefined));
  // The next look comes some minutes after the sending, whose answer was lost.
  await sent.after('PT5M');
  await sent.until('paid');
  await expectPaidOnce(sent);
  await clearFaults(server);
});

test('LEND-21: absent from the list that is final, and not before, it has failed, with the evidence kept', async () => {
  await fault(server, 'setu_billpay', 'pay_start', { http: 503, commit: 'before' }, 'always');
  const sent = await pay('4021');
  await sent.until('unknown');
  await sent.after('PT20M');
  await clearFaults(server);
  await moveBeforeListIsFinal(server);
  await drained();
  await expectOpen(sent);
  await sent.after('PT70M');
  await sent.until('failed');
  await expectFailed(sent, 'not_executed');
  // A look that was under way while the day passed may have said so.
  const said = await breaksOf(server, sent.id);
  expect(said.filter((kind) => kind !== 'pending_one_day')).toEqual(['fail_unknown']);
});

describe('a bill that cannot be fetched when its payment is to be sent', () => {
  async function expectNothingSent({ person, id, look }: Sent, reason: string): Promise<void> {
    expect(await look()).toMatchObject({ billStatus: 'failed', status: 'failed', failureReason: reason });
    expect(await attemptsOf(server, id)).toEqual([]);
    expect(await balances(server, { loanId: id })).toEqual({});
    expect((await person.ok<{ credit: { usedPaise: number } }>('GET', '/me')).credit.usedPaise).toBe(0);
  }

  test.each([
    ['0001', 'bill_not_due'],
    ['0002', 'customer_not_found'],
  ])('card ending %s fails at once, and nothing was sent (%s)', async (ending, reason) => {
    const sent = await pay(ending);
    await sent.until('failed');
    await expectNothingSent(sent, reason);
  });

  test.each(['0003', '0007', '0008'])(
    'LEND-18: card ending %s waits for the network, and fails unsent after fifteen minutes',
    async (ending) => {
      const sent = await pay(ending);
      await drained();
      expect(await statusesOf(server, sent.id)).toEqual(['accepted']);
      await sent.after('PT15M1S');
      await sent.until('failed');
      await expectNothingSent(sent, 'not_sent');
      expect(await statusesOf(server, sent.id)).toEqual(['accepted', 'failed']);
    },
  );
});

describe('a fault at one call of the rail', () => {
  const FAULTS: Record<string, object> = {
    'an error before': { http: 500, commit: 'before' },
    'an error after': { http: 500, commit: 'after' },
    'silence before': { timeout: true, commit: 'before' },
    'silence after': { timeout: true, commit: 'after' },
    'half a body': { malformed: 'truncated', commit: 'after' },
    'half a body before anything was done': { malformed: 'truncated', commit: 'before' },
    'an empty body': { malformed: 'empty' },
    'a page': { malformed: 'html' },
    'a missing field': { drift: 'missing_field' },
    'a new word': { drift: 'new_enum' },
    'a null amount': { drift: 'null_amount' },
    'another amount': { mismatch: 'amount' },
    'another reference': { mismatch: 'ref' },
    'a cut line': { reset_before: true },
  };
  const cases = ['pay_start', 'pay_result', 'list'].flatMap((op) =>
    Object.keys(FAULTS).map((name) => [op, name] as const),
  );
  const ENDS: ReadonlySet<string> = new Set(['paid', 'failed']);
  let person: Person;
  beforeAll(async () => {
    person = await signInAgain(await somebody(server).ready());
  });

  /** Time goes on as soon as the product waits for it: three looks that find nothing, then the hour of sending again. */
  async function untilSettled(id: string): Promise<void> {
    for (const step of ['PT6S', 'PT6S', 'PT6S', 'PT10M30S', 'PT6S', 'PT5M', 'PT5M']) {
      const { billStatus } = await until(async () => {
        const payment = await person.payment(id);
        return ENDS.has(payment.billStatus) || !(await isBusy(id)) ? payment : undefined;
      });
      if (ENDS.has(billStatus)) return;
      await advance(server, step);
      if (step !== 'PT6S') await signInAgain(person);
    }
    await person.untilBill(id, 'paid', 'failed');
  }

  /** A worker has it, or would by now. */
  async function isBusy(id: string): Promise<boolean> {
    const { rows } = await server.sql.query<{ is_busy: boolean }>(
      `select exists (select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
         or exists (select 1 from payments where id = $1 and next_enquiry_at <= $2) as is_busy`,
      [id, (await server.control<{ now: string }>('GET', '/clock')).now],
    );
    return rows[0]!.is_busy;
  }

  test.each(cases)('LEND-X1: %s answered by %s ends paid once, never failed', async (op, name) => {
    await signInAgain(person);
    // A payment whose start has no answer is the one that is looked for in the list.
    const ending = op === 'list' ? '1007' : '4021';
    const card = await person.addCard(ending);
    await fault(server, 'setu_billpay', op, FAULTS[name]!);
    const { id } = await person.pay(card.id, 10_000);
    await untilSettled(id);
    await clearFaults(server);
    expect((await person.payment(id)).billStatus).toBe('paid');
    expect(await statusesOf(server, id)).not.toContain('failed');
    const { our_reference } = await onlyAttempt(id);
    expect(await executedUnder(server, our_reference)).toMatchObject([{ amountPaise: 10_000 }]);
  });
});
