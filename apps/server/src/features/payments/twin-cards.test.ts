import type { Bill, Card, Problem } from '@mohlat/contract';
import { isLuhnValid } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { idOf, meet } from '#test/racing.ts';
import { attemptsOf, drained, executedUnder, somebody } from '#test/steps.ts';

/** Two card numbers that a person typed, which the network takes for one card: it asks for the bank and the last four digits alone. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** Another valid number with the ending than the one that `addCard` types. */
function twinEnding(last4: string): string {
  const fillers = Array.from(
    { length: 100 },
    (_, filler) => `5200${String(filler).padStart(8, '0')}${last4}`,
  );
  return fillers.find((number) => isLuhnValid(number))!;
}

const addTwin = (person: Person, last4: string, bankName = 'HDFC Bank'): Promise<Card> =>
  person.ok('POST', '/cards', {
    cardNumber: twinEnding(last4),
    nameOnCard: 'ASHA RAO',
    expiry: '12/39',
    bankName,
  });

const fetchBill = (person: Person, card: Card) => person.ok<Bill>('POST', `/cards/${card.id}/bill`);

const said = (reply: Reply<unknown>) =>
  reply.status === 202 ? 'taken' : `${reply.status} ${(reply.body as Problem).code}`;

/** Prices an amount and agrees to it; answers what came of it. */
const tryToPay = async (person: Person, card: Card, amountPaise: number): Promise<string> =>
  said(await person.accept((await person.quote(card.id, amountPaise)).quoteId));

/** The sums that the network executed for a person, in paise. */
async function executedFor(person: Person): Promise<number[]> {
  const { rows } = await server.sql.query<{ reference: string }>(
    'select our_reference as reference from payment_attempts where user_id = $1',
    [await idOf(person)],
  );
  const executed = await Promise.all(rows.map(({ reference }) => executedUnder(server, reference)));
  return executed.flat().map(({ amountPaise }) => amountPaise);
}

test('PAY-20: given one bill fetched under two numbers of one ending, when both pay it in full, then it is paid once', async () => {
  const person = await somebody(server).ready();
  const [card, twin] = [await person.addCard('5121'), await addTwin(person, '5121')];
  expect(twin.id).not.toBe(card.id);
  const [bill, same] = [await fetchBill(person, card), await fetchBill(person, twin)];
  expect([same.amountDuePaise, same.dueDate]).toEqual([bill.amountDuePaise, bill.dueDate]);
  const due = bill.amountDuePaise;
  const { id } = await person.pay(card.id, due);
  expect(await tryToPay(person, twin, due)).toBe('409 bill_already_paid');
  await person.untilBill(id, 'paid');
  await fetchBill(person, twin);
  expect(await tryToPay(person, twin, due)).toBe('409 bill_already_paid');
  expect(await executedFor(person)).toEqual([due]);
});

test('PAY-20: given one bill fetched under two numbers of one ending, when both are accepted at once, then one is taken', async () => {
  const person = await somebody(server).ready();
  const cards = [await person.addCard('5122'), await addTwin(person, '5122')];
  const quotes = [];
  for (const card of cards) {
    const { amountDuePaise } = await fetchBill(person, card);
    quotes.push(await person.quote(card.id, amountDuePaise));
  }
  const accept = quotes.map(
    ({ quoteId }) =>
      () =>
        person.accept(quoteId),
  );
  const replies = await meet(server, await idOf(person), 'credit', accept);
  expect(replies.map(said)).toEqual(['taken', '409 bill_already_paid']);
});

test('PAY-20: given a bill that was fetched and paid, when its amount is typed for another number of that ending, then it is that bill', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('5123');
  const { amountDuePaise: due } = await fetchBill(person, card);
  const { id } = await person.pay(card.id, due);
  await person.untilBill(id, 'paid');
  expect(await tryToPay(person, await addTwin(person, '5123'), due)).toBe('409 bill_already_paid');
  // Nor where the card itself is removed and added again, without its bill.
  await person.ok('DELETE', `/cards/${card.id}`);
  expect(await tryToPay(person, await person.addCard('5123'), due)).toBe('409 bill_already_paid');
});

test('PAY-20: given a paid bill, when a card of that ending of another bank is paid, then it is taken', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('5124');
  const { amountDuePaise: due } = await fetchBill(person, card);
  await person.pay(card.id, due);
  const other = await addTwin(person, '5124', 'ICICI Bank');
  await fetchBill(person, other);
  expect(await tryToPay(person, other, due)).toBe('taken');
});

test('LEND-X4: given an attempt at a bill that has not ended, when another number of that ending pays the bill, then it waits its turn', async () => {
  const person = await somebody(server).ready();
  const [card, twin] = [await person.addCard('1006'), await addTwin(person, '1006')];
  const first = await person.pay(card.id, 30_000);
  await person.untilBill(first.id, 'submitted');
  await drained();
  const second = await person.pay(twin.id, 40_000);
  await drained();
  expect((await person.payment(second.id)).billStatus).toBe('accepted');
  expect(await attemptsOf(server, second.id)).toEqual([]);
  expect(await attemptsOf(server, first.id)).toHaveLength(1);
});

test('LEND-X4: given a bill fetched under two numbers of one ending, when one has paid a part, then the other is fetched again before it pays', async () => {
  const person = await somebody(server).ready();
  const [card, twin] = [await person.addCard('5125'), await addTwin(person, '5125')];
  await fetchBill(person, twin);
  await fetchBill(person, card);
  const part = await person.pay(card.id, 100_000);
  await person.untilBill(part.id, 'paid');
  const rest = await person.pay(twin.id, 120_000);
  await person.untilBill(rest.id, 'paid');
  const { rows } = await server.sql.query(
    'select is_asked_for as "isAskedFor" from bill_fetches where card_id = $1 order by fetched_at',
    [twin.id],
  );
  expect(rows).toEqual([{ isAskedFor: true }, { isAskedFor: false }]);
});
