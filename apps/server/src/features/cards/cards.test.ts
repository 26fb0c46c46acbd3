import { randomUUID } from 'node:crypto';
import type { Bill, Card, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { cardEnding, Person } from '#test/person.ts';

let server: TestServer;
let asha: Person;
beforeAll(async () => {
  server = await startTestServer();
  asha = await new Person(server).ready();
});
afterAll(() => server.stop());

const body = (change: object = {}) => ({
  cardNumber: cardEnding('4021'),
  nameOnCard: 'ASHA RAO',
  expiry: '12/39',
  bankName: 'HDFC Bank',
  ...change,
});
const add = (change?: object) => asha.call<Card & Problem>('POST', '/cards', body(change));
const list = async () => (await asha.ok<{ items: Card[] }>('GET', '/cards')).items;

describe('a card', () => {
  test.each([
    [{ cardNumber: '4111111111111112' }, 'cardNumber', 'Check the card number'],
    [{ cardNumber: '411111111111' }, 'cardNumber', 'Please fill in all required fields'],
    [{ cardNumber: '378282246310005'.padEnd(16, '0') }, 'cardNumber', 'Check the card number'],
    [{ expiry: '01/20' }, 'expiry', 'This card has expired'],
    [{ expiry: '13/39' }, 'expiry', 'Please fill in all required fields'],
    [{ nameOnCard: ' ' }, 'nameOnCard', 'Please fill in all required fields'],
    [{ bankName: 'Some Bank' }, 'bankName', 'Please fill in all required fields'],
    [{ nickname: '4111 1111 0000 4021' }, 'nickname', 'Choose a nickname without the card number'],
    [{ nickname: 'x'.repeat(41) }, 'nickname', 'A nickname has at most 40 characters'],
  ])('with %j is refused in its words', async (change, path, message) => {
    const refused = await add(change);
    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(refused.body.errors).toContainEqual({ path, message });
  });

  test.each(['cvv', 'cvc', 'securityCode'])(
    'SPEC-3.no-cvv: with a %s in its body is refused',
    async (field) => {
      const refused = await add({ [field]: '873' });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: field }] } });
      // The reference of a request is random, and may have any three digits in it.
      expect(JSON.stringify({ ...refused.body, requestId: '' })).not.toContain('873');
      expect(server.logText()).not.toContain('"873"');
    },
  );

  test('of fifteen digits is an American Express one', async () => {
    const amex = await add({ cardNumber: '378282246310005' });
    expect(amex).toMatchObject({ status: 201, body: { network: 'amex', last4: '0005', nickname: null } });
  });
});

describe('a nickname', () => {
  test('is given with the card, kept when the card is added again, changed and taken away', async () => {
    const number = cardEnding('4321');
    const card = (await add({ cardNumber: number, nickname: ' Travel ' })).body;
    expect(card.nickname).toBe('Travel');
    const again = (await add({ cardNumber: number })).body;
    expect(again).toMatchObject({ id: card.id, nickname: 'Travel' });
    const path = `/cards/${card.id}`;
    expect(await asha.ok('PATCH', path, { nickname: 'घर 2' })).toMatchObject({ nickname: 'घर 2' });
    expect(await asha.ok('PATCH', path, { nickname: '' })).toMatchObject({ nickname: null });
  });

  test('of an unknown card, or of one that was removed, is not found', async () => {
    const card = (await add({ cardNumber: cardEnding('5432') })).body;
    await asha.call('DELETE', `/cards/${card.id}`);
    for (const id of [card.id, randomUUID()]) {
      expect((await asha.call('PATCH', `/cards/${id}`, { nickname: 'Mine' })).status).toBe(404);
    }
  });

  test('without a card number in it, nor anything else beside it', async () => {
    const card = (await add({ cardNumber: cardEnding('6543') })).body;
    const rename = (change: object) => asha.call<Problem>('PATCH', `/cards/${card.id}`, change);
    expect((await rename({ nickname: '41111111' })).status).toBe(422);
    expect((await rename({ nickname: 'Mine', bankName: 'Axis Bank' })).body.code).toBe('validation_failed');
    expect((await rename({})).status).toBe(422);
  });
});

test('given a card of the wrong bank, when added with another, then that card takes its place', async () => {
  const number = cardEnding('6161');
  const wrong = (await add({ cardNumber: number, nickname: 'Travel' })).body;
  const { id } = await asha.pay(wrong.id, 100_000);
  await asha.untilBill(id, 'paid');
  const right = await add({ cardNumber: number, bankName: 'Axis Bank', save: false });
  expect(right).toMatchObject({ status: 201, body: { bankName: 'Axis Bank', nickname: 'Travel' } });
  const ofNumber = (await list()).filter(({ last4 }) => last4 === '6161');
  expect(ofNumber).toMatchObject([{ id: right.body.id, bankName: 'Axis Bank' }]);
  // The payment to the other bank still says so, and a bill fetched from it is paid no more.
  expect(await asha.payment(id)).toMatchObject({ cardId: wrong.id, bankName: 'HDFC Bank' });
  expect((await asha.call('POST', `/cards/${wrong.id}/bill`)).status).toBe(404);
});

test('of a removed card no name stays, and neither does its validity', async () => {
  const card = (await add({ cardNumber: cardEnding('5151'), nickname: 'Travel' })).body;
  expect((await asha.call('DELETE', `/cards/${card.id}`)).status).toBe(204);
  const { rows } = await server.sql.query(
    'select last4, bank_name, name_on_card, nickname, expiry from cards where id = $1',
    [card.id],
  );
  expect(rows).toEqual([
    { last4: '5151', bank_name: 'HDFC Bank', name_on_card: '', nickname: null, expiry: '' },
  ]);
});

test('there are fifty saved cards at most; one more is refused, and one known already or for a single payment is taken', async () => {
  const person = await new Person(server).signUp();
  const put = (last4: string, change: object = {}) =>
    person.call<Card & Problem>('POST', '/cards', body({ cardNumber: cardEnding(last4), ...change }));
  const endings = Array.from({ length: 50 }, (_, nth) => String(1000 + nth));
  for (const last4 of endings) expect((await put(last4)).status).toBe(201);
  const refused = await put('2000');
  expect([refused.status, refused.body.code]).toEqual([409, 'card_limit']);
  expect((await put('1007', { nickname: 'Mine' })).body.nickname).toBe('Mine');
  expect((await put('2001', { save: false })).status).toBe(201);
  // Taken for one payment before, it would be one more.
  expect((await put('2001')).body.code).toBe('card_limit');
  const { items } = await person.ok<{ items: Card[] }>('GET', '/cards?limit=100');
  expect(items).toHaveLength(50);
  await person.ok('DELETE', `/cards/${items[0]!.id}`);
  expect((await put('2000')).status).toBe(201);
});

test('cards are counted by the hour', async () => {
  const person = await new Person(server).signUp();
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  await server.sql.query(
    `insert into call_counters (user_id, kind, window_start, count) values ($1, 'card', $2, 1200)`,
    [id, new Date(server.now())],
  );
  const refused = await person.call<Problem>('POST', '/cards', body());
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
});

test('the card last paid for stands first, with when that was', async () => {
  const first = (await add({ cardNumber: cardEnding('7654') })).body;
  await add({ cardNumber: cardEnding('8765') });
  expect(first.lastUsedAt).toBeNull();
  const { id } = await asha.pay(first.id, 100_000);
  await asha.untilBill(id, 'paid');
  const [top] = await list();
  expect(top).toMatchObject({ id: first.id });
  expect(Date.parse(top?.lastUsedAt ?? '')).toBeGreaterThan(0);
});

test('PAY-22: given a biller that is switched off, when its bill is asked for, then that is said', async () => {
  const card = (await add({ cardNumber: cardEnding('4038'), bankName: 'Citibank' })).body;
  const refused = await asha.call<Problem>('POST', `/cards/${card.id}/bill`);
  expect([refused.status, refused.body.code]).toEqual([409, 'biller_deactivated']);
});

test('given a bank that answers with several bills, when one is asked for, then none is taken for it', async () => {
  const bankName = 'Standard Chartered Bank';
  const card = (await add({ cardNumber: cardEnding('4039'), bankName })).body;
  const refused = await asha.call<Problem>('POST', `/cards/${card.id}/bill`);
  expect([refused.status, refused.body.code]).toEqual([409, 'biller_not_supported']);
});

test('given a bank that writes the dates of a bill its own way, when it is fetched, then it has none', async () => {
  const card = (await add({ cardNumber: cardEnding('0014') })).body;
  const bill = await asha.call<Bill>('POST', `/cards/${card.id}/bill`);
  expect(bill).toMatchObject({
    status: 200,
    body: { amountDuePaise: 101_400, billDate: null, dueDate: null },
  });
});
