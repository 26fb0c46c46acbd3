import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import type { Person } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let cardId: string;

beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  cardId = (await asha.addCard()).id;
});
afterAll(() => server.stop());

describe('the key facts statement', () => {
  test('LEND-K3, LEND-K6: can be read before agreeing, with every row, Annex B and Annex C', async () => {
    const quote = await asha.quote(cardId, 1_500_000, 3);
    const { text, name } = await downloadPdf(asha, `/payments/quote/${quote.quoteId}/key-facts.pdf`);
    for (const said of [
      quote.keyFacts.proposalNumber,
      'Credit card bill payment loan, 3 monthly instalments',
      'Sanctioned loan amount ₹15,300.00',
      '100% upfront: ₹15,000.00 to HDFC Bank for the card ending 4021',
      '3 monthly instalments of ₹5,200.00',
      '11.75%, fixed',
      'Service fee ₹300.00, once, of which GST ₹45.76',
      'Annual percentage rate (APR) 23.84%',
      'up to ₹500: ₹0; up to ₹2,000: ₹50',
      'Net disbursed amount: sanctioned amount less A and B ₹15,000.00',
      'Total to be paid: sanctioned amount and interest ₹15,600.00',
      '₹15,300.00 ₹4,950.00 ₹100.00 ₹150.00 ₹5,200.00',
      '₹5,150.00 ₹5,050.00 ₹100.00 ₹50.00 ₹5,200.00',
      'Not agreed to yet',
      quote.keyFacts.hash.slice(0, 32),
    ])
      expect(text).toContain(said);
    expect(name).toMatch(/^mohlat-key-facts-[0-9a-f]{8}\.pdf$/);
  });

  test('LEND-K6: after agreeing it says when, and is the same file whenever it is asked for', async () => {
    const quote = await asha.quote(cardId, 200_000);
    const { body: payment } = await asha.accept(quote.quoteId);
    const path = `/payments/${payment.id}/key-facts.pdf`;
    const first = await downloadPdf(asha, path);
    expect(first.text).toContain('Agreed to electronically on');
    expect(first.text).toContain(quote.keyFacts.hash.slice(32));
    expect((await downloadPdf(asha, path)).bytes.equals(first.bytes)).toBe(true);
  });

  test('LEND-K6: is written in Hindi for those who ask for it', async () => {
    const quote = await asha.quote(cardId, 1_500_000, 3);
    const path = `/payments/quote/${quote.quoteId}/key-facts.pdf?language=hi`;
    const { text, bytes } = await downloadPdf(asha, path);
    expect(bytes.toString('latin1')).toContain('(hi-IN)');
    expect(text).toContain('₹15,300.00');
    expect(text).toContain('शून्य');
    expect(text).not.toContain('Disbursal');
  });

  test('LEND-K6: one that was altered in the database is not given out', async () => {
    const { id } = await asha.pay(cardId, 150_000);
    await server.sql.query(
      `update key_facts set content = jsonb_set(content, '{aprPercent}', '"1.00"') where payment_id = $1`,
      [id],
    );
    const reply = await asha.call<{ code: string }>('GET', `/payments/${id}/key-facts.pdf`);
    expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
  });
});
