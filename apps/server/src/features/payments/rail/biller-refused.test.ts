import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { clearFaults, fault, somebody, statusesOf } from '#test/steps.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
});
afterAll(() => server.stop());

async function codeOfQuote(cardId: string, amountPaise = 100_000): Promise<string> {
  const plan = { kind: 'single' };
  const reply = await person.call<Problem>('POST', '/payments/quote', { cardId, amountPaise, plan });
  return reply.status === 200 ? 'priced' : `${reply.status} ${reply.body.code}`;
}

// First in this file: the list is not known yet.
test('PAY-22: where the network does not give its list, a price is given as before', async () => {
  await fault(server, 'setu_billpay', 'billers', { http: 500 }, 'always');
  const card = await person.addCard('4032', 'Citibank');
  expect(await codeOfQuote(card.id)).toBe('priced');
  await clearFaults(server);
});

test('PAY-22: given prices from before the list was known, when their billers refuse, then nothing leaves', async () => {
  await fault(server, 'setu_billpay', 'billers', { http: 500 }, 'always');
  const narrow = await person.pay((await person.addCard('4037', 'Kotak Mahindra Bank')).id, 9_999);
  const off = await person.pay((await person.addCard('4039', 'Citibank')).id, 100_000);
  await clearFaults(server);
  expect((await person.untilBill(narrow.id, 'failed', 'paid')).failureReason).toBe('amount_not_allowed');
  expect((await person.untilBill(off.id, 'failed', 'paid')).failureReason).toBe('biller_closed');
  for (const { id } of [narrow, off]) expect(await statusesOf(server, id)).toEqual(['accepted', 'failed']);
});

test('PAY-22: a biller that is switched off is refused before there is a price, and says so', async () => {
  const open = await person.addCard('4033');
  await person.ok('POST', `/cards/${open.id}/bill`);
  const card = await person.addCard('4034', 'Citibank');
  expect(await codeOfQuote(card.id)).toBe('409 biller_deactivated');
  expect(await codeOfQuote(open.id)).toBe('priced');
});

test('PAY-22: a bank whose bills the network does not list is refused before there is a price, and when its bill is asked for', async () => {
  const card = await person.addCard('4035');
  // A bank that has left the network since the card was saved: every bank of the form is listed.
  await server.sql.query("update cards set bank_name = 'Saraswat Bank' where id = $1", [card.id]);
  expect(await codeOfQuote(card.id)).toBe('409 biller_not_supported');
  const asked = await person.call<Problem>('POST', `/cards/${card.id}/bill`);
  expect([asked.status, asked.body.code]).toEqual([409, 'biller_not_supported']);
});

test('PAY-22: given a biller that takes ₹100 or more, when less is priced, then it is refused', async () => {
  const card = await person.addCard('4036', 'Kotak Mahindra Bank');
  expect(await codeOfQuote(card.id, 9_999)).toBe('422 amount_not_allowed');
  expect(await codeOfQuote(card.id, 10_000)).toBe('priced');
});
