import { randomUUID } from 'node:crypto';
import type { Card, Problem, Repayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf, meet } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';

/** Money that waits for instalments to come frees the limit, and the limit it freed is spent before its payer wants it back. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const LIMIT = 2_500_000;

interface Ahead {
  readonly person: Person;
  readonly card: Card;
  readonly loanId: string;
  readonly repaymentId: string;
  /** The room in the limit by then. */
  readonly availablePaise: number;
}

const creditOf = async (person: Person) =>
  (await person.ok<{ credit: { usedPaise: number; availablePaise: number } }>('GET', '/me')).credit;

/** A person who paid a bill as high as the limit, and on the same day nearly all of its instalments. */
async function paidAhead(): Promise<Ahead> {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { id: loanId } = await person.pay(card.id, LIMIT, 3);
  await person.untilBill(loanId, 'paid');
  const { id: repaymentId } = await person.repay(loanId, 2_400_000);
  const { usedPaise, availablePaise } = await creditOf(person);
  expect(usedPaise + availablePaise).toBe(LIMIT);
  return { person, card, loanId, repaymentId, availablePaise };
}

const read = ({ person, repaymentId }: Ahead) => person.ok<Repayment>('GET', `/repayments/${repaymentId}`);

const askBack = ({ person, repaymentId }: Ahead) =>
  person.call<Repayment & Pick<Problem, 'code'>>(
    'POST',
    `/repayments/${repaymentId}/return`,
    {},
    { 'idempotency-key': randomUUID() },
  );

test('LEND-S2, LEND-14: given held money whose freed limit pays another bill, when it is asked back, then it stays and the limit is kept', async () => {
  const ahead = await paidAhead();
  const { person, card, availablePaise } = ahead;
  expect((await read(ahead)).returnablePaise).toBe(2_400_000);
  const { id } = await person.pay(card.id, availablePaise);
  const asked = await askBack(ahead);
  expect([asked.status, asked.body.code]).toEqual([409, 'held_in_use']);
  expect(await read(ahead)).toMatchObject({ returnablePaise: 0, returnRefusal: 'held_in_use', refunds: [] });
  await person.untilBill(id, 'paid');
  expect((await askBack(ahead)).body.code).toBe('held_in_use');
  expect((await creditOf(person)).usedPaise).toBe(LIMIT);
  // It goes back once the limit has room for what would be owed again.
  await person.repay(id, (await person.payment(id)).outstandingPaise);
  expect(await read(ahead)).toMatchObject({ returnablePaise: 2_400_000, returnRefusal: null });
  expect((await askBack(ahead)).status).toBe(202);
  expect((await creditOf(person)).usedPaise).toBe(LIMIT);
});

test.each(['first', 'second'] as const)(
  'LEND-S2, LEND-C1: given a bill and a wish for held money at once, when the bill comes %s, then one of them is refused',
  async (turn) => {
    const ahead = await paidAhead();
    const { person, card, availablePaise } = ahead;
    const { quoteId } = await person.quote(card.id, availablePaise);
    const pay = async () => (await person.accept(quoteId)).status;
    const ask = async () => (await askBack(ahead)).status;
    const both = turn === 'first' ? [pay, ask] : [ask, pay];
    const [one, other] = await meet(server, await idOf(person), 'credit', both);
    expect([one, other]).toEqual(turn === 'first' ? [202, 409] : [202, 422]);
    expect((await creditOf(person)).usedPaise).toBeLessThanOrEqual(LIMIT);
  },
);

test('given twenty wishes for held money in an hour, when one more comes, then it waits for the next hour', async () => {
  const ahead = await paidAhead();
  const { person } = ahead;
  await askBack(ahead);
  const { rowCount } = await server.sql.query(
    // A trial has twenty times as many.
    "update call_counters set count = 400 where user_id = $1 and kind = 'repayment_return'",
    [await idOf(person)],
  );
  expect(rowCount).toBe(1);
  const asked = await askBack(ahead);
  expect([asked.status, asked.body.code]).toEqual([429, 'too_many_requests']);
});
