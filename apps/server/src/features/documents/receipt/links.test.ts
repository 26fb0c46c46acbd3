import type { AnswerOf, getSharedReceipt, listReceiptLinks, shareReceipt } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let paymentId: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  const card = await asha.addCard();
  paymentId = (await asha.pay(card.id, 300_000, 3)).id;
  await asha.untilBill(paymentId, 'paid');
});
afterAll(() => server.stop());

const share = () => asha.ok<AnswerOf<typeof shareReceipt>>('POST', `/payments/${paymentId}/receipt-links`);
const live = async () =>
  (await asha.ok<AnswerOf<typeof listReceiptLinks>>('GET', `/payments/${paymentId}/receipt-links`)).items;

/** As a visitor who only has the link. */
async function look(token: string) {
  const reply = await fetch(`${server.url}/api/v1/public/receipts/${token}`);
  return {
    status: reply.status,
    headers: reply.headers,
    body: (await reply.json()) as AnswerOf<typeof getSharedReceipt>,
  };
}

describe('a shared receipt', () => {
  test('shows the amount, the last four digits, the day and what became of the bill, and nothing else', async () => {
    const { token } = await share();
    const { status, headers, body } = await look(token);
    const { paidAt } = await asha.payment(paymentId);
    expect([status, body]).toEqual([
      200,
      { amountPaise: 300_000, cardLast4: '4021', date: paidAt, status: 'completed' },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  test('does not tell whether the person has repaid', async () => {
    const { token } = await share();
    const payment = await asha.payment(paymentId);
    expect([payment.status, (await look(token)).body.status]).toEqual(['pending', 'completed']);
  });

  test('has a token of 256 bits of which the database keeps a hash alone, and the log nothing', async () => {
    const { token } = await share();
    expect(token).toMatch(/^[\w-]{43}$/);
    await look(token);
    const { rows } = await server.sql.query<{ text: string }>(
      'select t::text as text from receipt_tokens t union all select l::text from receipt_links l',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map((row) => row.text).join()).not.toContain(token);
    expect(server.logText()).not.toContain(token);
    for (const wrong of ['nothing', token.slice(0, -1), `${token.slice(0, -1)}~`])
      expect((await look(wrong)).status).toBe(404);
  });

  test('shows nothing more once it is taken back; other links go on', async () => {
    const [first, second] = [await share(), await share()];
    expect((await live()).map((one) => one.id)).toEqual(expect.arrayContaining([first.id, second.id]));
    for (let times = 0; times < 2; times += 1)
      expect((await asha.call('DELETE', `/receipt-links/${first.id}`)).status).toBe(204);
    expect([(await look(first.token)).status, (await look(second.token)).status]).toEqual([404, 200]);
    expect((await live()).map((one) => one.id)).not.toContain(first.id);
  });

  test('is over after thirty days', async () => {
    const { token } = await share();
    await advance(server, 'P29DT23H');
    expect((await look(token)).status).toBe(200);
    await advance(server, 'PT1H1S');
    expect((await look(token)).status).toBe(404);
    await signInAgain(asha);
    expect(await live()).toEqual([]);
  });
});
