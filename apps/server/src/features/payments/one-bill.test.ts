import { randomUUID } from 'node:crypto';
import type { Bill, Payment, Problem, Quote, StartedRepayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { idOf, meet } from '#test/racing.ts';
import { advance, drained, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** The bill of a card with this ending is ₹6,101. */
const ENDING = '5101';
const DUE = 610_100;

const fetchBill = (person: Person, cardId: string) => person.ok<Bill>('POST', `/cards/${cardId}/bill`);

/** A person who has asked the bank for the bill of a card. */
async function withBill(ending = ENDING, bankName = 'HDFC Bank') {
  const person = await somebody(server).ready();
  const card = await person.addCard(ending, bankName);
  const bill = await fetchBill(person, card.id);
  return { person, card, due: bill.amountDuePaise };
}

const said = (reply: Reply<unknown>) =>
  reply.status === 202 ? 'taken' : `${reply.status} ${(reply.body as Problem).code}`;

/** Prices an amount and agrees to it; answers what came of it. */
async function tryToPay(person: Person, cardId: string, amountPaise: number): Promise<string> {
  return said(await person.accept((await person.quote(cardId, amountPaise)).quoteId));
}

/** The amounts that the bank network executed for a person, in paise. */
async function executedFor(person: Person): Promise<number[]> {
  const { rows } = await server.sql.query<{ reference: string }>(
    'select our_reference as reference from payment_attempts where user_id = $1',
    [await idOf(person)],
  );
  const truth = await server.control<{ paymentRefId: string; amountPaise: number }[]>(
    'GET',
    '/truth/bill-payments',
  );
  return truth
    .filter((one) => rows.some((row) => row.reference === one.paymentRefId))
    .map((one) => one.amountPaise);
}

async function untilPaid(person: Person): Promise<void> {
  await until(async () => {
    const { items } = await person.ok<{ items: Payment[] }>('GET', '/payments');
    return items.every((one) => one.billStatus === 'paid') ? true : undefined;
  });
}

test('PAY-20: two sessions that pay the same fetched bill in full pay it once', async () => {
  const { person, card, due } = await withBill();
  expect(due).toBe(DUE);
  // The second session asks the bank too: it is the same bill, fetched twice.
  const first = await person.quote(card.id, due);
  await fetchBill(person, card.id);
  const second = await person.quote(card.id, due);
  expect(said(await person.accept(first.quoteId))).toBe('taken');
  expect(said(await person.accept(second.quoteId))).toBe('409 bill_already_paid');
  await untilPaid(person);
  expect(await executedFor(person)).toEqual([DUE]);
  // Nor once it is paid, though the bank still tells of it.
  await fetchBill(person, card.id);
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
});

test('PAY-20: of ten acceptances of one bill at the same moment one is taken', async () => {
  const { person, card, due } = await withBill('5102');
  const quotes: Quote[] = [];
  for (let count = 0; count < 10; count += 1) quotes.push(await person.quote(card.id, due));
  const replies = await meet(
    server,
    await idOf(person),
    'credit',
    quotes.slice(0, 4).map(
      ({ quoteId }) =>
        () =>
          person.accept(quoteId),
    ),
  );
  const more = await Promise.all(quotes.slice(4).map(({ quoteId }) => person.accept(quoteId)));
  const all = [...replies, ...more].map(said);
  expect(all.toSorted()).toEqual([...Array<string>(9).fill('409 bill_already_paid'), 'taken']);
  const { rows } = await server.sql.query<{ reserved: number; held: number; journals: number }>(
    `select reserved_paise::int + used_paise::int as reserved,
       (select count(*)::int from payments p where p.user_id = c.user_id) as held,
       (select count(*)::int from journals j where j.user_id = c.user_id and j.source_kind = 'reserve') as journals
     from credit_accounts c where user_id = $1`,
    [await idOf(person)],
  );
  expect(rows).toEqual([{ reserved: due, held: 1, journals: 1 }]);
});

test('PAY-20: the refusal of a bill is replayed under its key, and so is the acceptance', async () => {
  const { person, card, due } = await withBill('5103');
  const [one, other] = [await person.quote(card.id, due), await person.quote(card.id, due)];
  const [key, otherKey] = [randomUUID(), randomUUID()];
  const taken = await person.accept(one.quoteId, key);
  const refused = await person.accept(other.quoteId, otherKey);
  const again = await person.accept(one.quoteId, key);
  expect(again).toMatchObject({ status: 202, body: taken.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const refusedAgain = await person.accept(other.quoteId, otherKey);
  expect([said(refused), said(refusedAgain)]).toEqual(Array(2).fill('409 bill_already_paid'));
  expect(refusedAgain.headers.get('idempotency-replayed')).toBe('true');
});

test('PAY-20: a bill is paid in parts up to what is due, and no further', async () => {
  const { person, card, due } = await withBill('5104');
  expect(await tryToPay(person, card.id, due - 200_000)).toBe('taken');
  expect(await tryToPay(person, card.id, 200_001)).toBe('409 bill_already_paid');
  expect(await tryToPay(person, card.id, 200_000)).toBe('taken');
});

test('PAY-20: more than what is due goes in one payment where the bank takes it, as before', async () => {
  const { person, card, due } = await withBill('5105');
  expect(await tryToPay(person, card.id, due + 100_000)).toBe('taken');
  const { items } = await person.ok<{ items: Payment[] }>('GET', '/payments');
  expect(items).toMatchObject([{ amountPaise: due + 100_000, billDuePaise: due }]);
});

test('PAY-20: a part of the bill that another payer paid counts as the bank tells it', async () => {
  const { person, card, due } = await withBill('5106');
  const half = due / 2;
  // The bank has seen a payment from elsewhere: half of the same bill is left.
  await fetchBill(person, card.id);
  await server.sql.query(
    `update bill_fetches set amount_due_paise = $2 where user_id = $1
       and id = (select id from bill_fetches where user_id = $1 order by fetched_at desc limit 1)`,
    [await idOf(person), half],
  );
  const [one, other] = [await person.quote(card.id, half), await person.quote(card.id, half)];
  expect(said(await person.accept(one.quoteId))).toBe('taken');
  expect(said(await person.accept(other.quoteId))).toBe('409 bill_already_paid');
});

test('PAY-20: the rest that the bank shows after a first part can be paid', async () => {
  const { person, card, due } = await withBill('5107');
  expect(await tryToPay(person, card.id, 210_000)).toBe('taken');
  await untilPaid(person);
  await drained();
  await advance(server, 'PT1H');
  await signInAgain(person);
  await fetchBill(person, card.id);
  await server.sql.query(
    `update bill_fetches set amount_due_paise = $2 where user_id = $1
       and id = (select id from bill_fetches where user_id = $1 order by fetched_at desc limit 1)`,
    [await idOf(person), due - 210_000],
  );
  const [one, other] = [
    await person.quote(card.id, due - 210_000),
    await person.quote(card.id, due - 210_000),
  ];
  expect(said(await person.accept(one.quoteId))).toBe('taken');
  expect(said(await person.accept(other.quoteId))).toBe('409 bill_already_paid');
});

test('PAY-20: a payment that failed leaves its bill to be paid', async () => {
  const { person, card, due } = await withBill('1002');
  const failed = await person.pay(card.id, due);
  await person.untilBill(failed.id, 'failed');
  expect(await tryToPay(person, card.id, due)).toBe('taken');
});

test('PAY-20: leaving the loan pays the bill no second time: the bank has its money', async () => {
  const { person, card, due } = await withBill('5108');
  const paid = await person.pay(card.id, due);
  await person.untilBill(paid.id, 'paid');
  const started = await person.ok<StartedRepayment>('POST', `/payments/${paid.id}/cancel`, undefined, {
    'idempotency-key': randomUUID(),
  });
  await server.control('POST', '/act', {
    what: 'pay_order',
    orderId: started.checkout!.orderId,
    with: 'success@razorpay',
  });
  await until(async () => ((await person.payment(paid.id)).ending?.kind === 'cancelled' ? true : undefined));
  await fetchBill(person, card.id);
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
});

test('PAY-20: a card that was removed and added again has the same bill', async () => {
  const { person, card, due } = await withBill('5109');
  const { id } = await person.pay(card.id, due);
  await person.untilBill(id, 'paid');
  await person.ok('DELETE', `/cards/${card.id}`);
  const again = await person.addCard('5109');
  expect(again.id).not.toBe(card.id);
  await fetchBill(person, again.id);
  expect(await tryToPay(person, again.id, due)).toBe('409 bill_already_paid');
});

test('PAY-20: an amount that was typed without a bill is taken as before', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('5110');
  const { id } = await person.pay(card.id, 611_000);
  await person.untilBill(id, 'paid');
  expect((await person.payment(id)).billDuePaise).toBeNull();
  // The worker has fetched the bill meanwhile: the person has not.
  expect(await tryToPay(person, card.id, 611_000)).toBe('taken');
});

test('PAY-20: a price renewed after its bill expired is still for that bill', async () => {
  const { person, card, due } = await withBill('5115');
  const old = await person.quote(card.id, due);
  await advance(server, 'PT4M');
  await fetchBill(person, card.id);
  expect(await tryToPay(person, card.id, due)).toBe('taken');
  await untilPaid(person);
  await advance(server, 'PT16M');
  await signInAgain(person);
  expect(said(await person.accept(old.quoteId))).toBe('409 quote_expired');
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
  // An hour later and under another session, too: the bank would be paid the same bill.
  await advance(server, 'PT1H');
  await signInAgain(person);
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
  expect(await executedFor(person)).toEqual([due]);
});

test('PAY-20: an amount typed after the due date of a bill and a day is for another bill', async () => {
  const { person, card, due } = await withBill('5116');
  expect(await tryToPay(person, card.id, due)).toBe('taken');
  await untilPaid(person);
  await server.sql.query(
    `update bill_fetches set due_on = ist_date($2::timestamptz) - 1, fetched_at = $2::timestamptz - interval '25 hours' where user_id = $1`,
    [await idOf(person), new Date(server.now())],
  );
  await advance(server, 'PT16M');
  await signInAgain(person);
  expect(await tryToPay(person, card.id, due)).toBe('taken');
});

test('PAY-20: the bill of the next month is another bill, though its number is the same', async () => {
  const { person, card, due } = await withBill('5111');
  const { id } = await person.pay(card.id, due);
  await person.untilBill(id, 'paid');
  const userId = await idOf(person);
  await fetchBill(person, card.id);
  const next = `update bill_fetches f set due_on = f.due_on + $2::integer where user_id = $1
    and id = (select id from bill_fetches where user_id = $1 order by fetched_at desc limit 1)`;
  // A bank that moves the day of a bill by a little has not sent another one.
  await server.sql.query(next, [userId, 1]);
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
  await server.sql.query(next, [userId, 29]);
  expect(await tryToPay(person, card.id, due)).toBe('taken');
});

test('PAY-20: bills without a number are told apart by their due date', async () => {
  const { person, card, due } = await withBill('5112');
  const userId = await idOf(person);
  await server.sql.query('update bill_fetches set bill_number = null where user_id = $1', [userId]);
  const [one, other] = [await person.quote(card.id, due), await person.quote(card.id, due)];
  expect(said(await person.accept(one.quoteId))).toBe('taken');
  expect(said(await person.accept(other.quoteId))).toBe('409 bill_already_paid');
});

test('PAY-20: bills without a due date are told apart by when the bank told of them', async () => {
  const { person, card, due } = await withBill('5113');
  const userId = await idOf(person);
  const undated = 'update bill_fetches set due_on = null where user_id = $1';
  await server.sql.query(undated, [userId]);
  expect(await tryToPay(person, card.id, due)).toBe('taken');
  await fetchBill(person, card.id);
  await server.sql.query(undated, [userId]);
  expect(await tryToPay(person, card.id, due)).toBe('409 bill_already_paid');
  await server.sql.query(
    `update bill_fetches set fetched_at = fetched_at - interval '30 days' where user_id = $1
       and id <> (select id from bill_fetches where user_id = $1 order by fetched_at desc limit 1)`,
    [userId],
  );
  expect(await tryToPay(person, card.id, due)).toBe('taken');
});

test('PAY-20: a bill with neither number nor due date is one bill, however often it is fetched', async () => {
  const { person, card, due } = await withBill('5114');
  const userId = await idOf(person);
  const nameless = 'update bill_fetches set bill_number = null, due_on = null where user_id = $1';
  await server.sql.query(nameless, [userId]);
  const first = await person.quote(card.id, due);
  await fetchBill(person, card.id);
  await server.sql.query(nameless, [userId]);
  const second = await person.quote(card.id, due);
  expect(said(await person.accept(first.quoteId))).toBe('taken');
  expect(said(await person.accept(second.quoteId))).toBe('409 bill_already_paid');
});
