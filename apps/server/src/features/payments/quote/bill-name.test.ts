import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
});
afterAll(() => server.stop());

test('PAY-21: the price of a bill in another name comes with a warning, and can be agreed to', async () => {
  const card = await person.addCard('0013');
  await person.ok('POST', `/cards/${card.id}/bill`);
  const quote = await person.quote(card.id, 100_000);
  expect(quote.warnings).toEqual([{ code: 'bill_of_another', nameOnBill: 'Devika Sen' }]);
  expect((await person.accept(quote.quoteId)).status).toBe(202);
});

test('PAY-21: a bill in the own name, and an amount that was typed, come without a warning', async () => {
  const card = await person.addCard('4041');
  expect(await person.quote(card.id, 100_000)).not.toHaveProperty('warnings');
  await person.ok('POST', `/cards/${card.id}/bill`);
  expect(await person.quote(card.id, 100_000)).not.toHaveProperty('warnings');
});

test('PAY-21: a price renewed after its bill expired bears the warning still', async () => {
  const card = await person.addCard('0013');
  await person.ok('POST', `/cards/${card.id}/bill`);
  expect(await person.quote(card.id, 100_000)).toHaveProperty('warnings');
  await advance(server, 'PT16M');
  await signInAgain(person);
  expect((await person.quote(card.id, 100_000)).warnings).toMatchObject([{ code: 'bill_of_another' }]);
});
