import type { KeyFacts } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import type { Person } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

/** The rail leaves a bill of this card without an answer, and refuses one of that card. */
const UNANSWERED = '1006';
const REFUSED = '1002';

let server: TestServer;
let asha: Person;
let id: string;
let keyFacts: KeyFacts;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  const quote = await asha.quote((await asha.addCard()).id, 1_500_000, 3);
  keyFacts = quote.keyFacts;
  id = (await asha.accept(quote.quoteId)).body.id;
  await asha.untilBill(id, 'paid');
});
afterAll(() => server.stop());

const path = (payment = id) => `/payments/${payment}/agreement.pdf`;
const codeOf = async (payment: string, person = asha) => {
  const { status, body } = await person.call<{ code: string }>('GET', path(payment));
  return [status, body.code];
};

describe('the sanction letter and loan agreement', () => {
  test('LEND-K6: given a paid bill, then it says the terms of the key facts, to the paisa', async () => {
    const { text, name } = await downloadPdf(asha, path());
    for (const said of [
      'Sanction letter and loan agreement',
      'Lender Sandbox Lender',
      'Borrower Asha Rao',
      `Loan proposal number ${keyFacts.proposalNumber}`,
      'Sanctioned loan amount ₹15,300.00',
      '100% upfront: ₹15,000.00 to HDFC Bank for the card ending 4021',
      'Loan term 3 months',
      '3 monthly instalments of ₹5,200.00',
      '11.75%, fixed',
      'Annual percentage rate (APR) 23.84%',
      'Service fee ₹300.00, once, of which GST ₹45.76',
      'Total to be paid: sanctioned amount and interest ₹15,600.00',
      'Open for acceptance until',
    ])
      expect(text).toContain(said);
    expect(name).toBe(`mohlat-agreement-${keyFacts.proposalNumber.slice(-8).toLowerCase()}.pdf`);
  });

  test('LEND-K6: its clauses say what the product does, and where the privacy policy stands', async () => {
    const { text } = await downloadPdf(asha, path());
    const { name, phone, email } = keyFacts.grievanceOfficer;
    for (const said of [
      'interest, then the fee, then the bill',
      'up to ₹500: ₹0; up to ₹2,000: ₹50',
      '₹100.00 once an instalment',
      '3 days after the day of disbursal',
      'name of any recovery agent',
      `${name}, ${phone}, ${email}`,
    ])
      expect(text).toContain(said);
    expect(text).toMatch(/Privacy policy: https?:\/\/[^/ ]+\/privacy /);
  });

  test('LEND-K6: it takes in the schedule by the hash, and shows when and from where it was accepted', async () => {
    const { text } = await downloadPdf(asha, path());
    expect(text).toContain(`${keyFacts.hash.slice(0, 32)} ${keyFacts.hash.slice(32)}`);
    expect(text).toMatch(/Agreed to electronically on \d+ \w+ \d{4}, .+ IST/);
    expect(text).toMatch(/Network address it was accepted from (127\.0\.0\.1|::1)/);
    expect(text).toMatch(/Place of acceptance Electronically, at https?:\/\/[^/ ]+ /);
  });

  test('LEND-K6: given a plan of one payment, then its sentences end where they end', async () => {
    const single = await asha.pay((await asha.addCard('4029')).id, 200_000);
    await asha.untilBill(single.id, 'paid');
    const { text } = await downloadPdf(asha, path(single.id));
    expect(text).toMatch(/1 payment of ₹[\d,.]+, due \d+ \w+ \d{4}\. Due dates count/);
    const { text: inHindi } = await downloadPdf(asha, `${path(single.id)}?language=hi`);
    expect(inHindi).toMatch(/ \d{4}। /);
  });

  test('LEND-K6: given the same content, then it is the same file, whenever it is asked for', async () => {
    const first = await downloadPdf(asha, path());
    expect((await downloadPdf(asha, path())).bytes.equals(first.bytes)).toBe(true);
  });

  test('LEND-K6: the letter has the first page to itself', async () => {
    const { pages } = await downloadPdf(asha, path());
    expect(pages[0]).toContain('Open for acceptance until');
    expect(pages[0]).not.toContain('Loan agreement');
    expect(pages[1]).toMatch(/^Loan agreement/);
  });

  test('LEND-K6: given a reader of Hindi, then no English label is left', async () => {
    const { text, bytes } = await downloadPdf(asha, `${path()}?language=hi`);
    expect(bytes.toString('latin1')).toContain('(hi-IN)');
    expect(text).toContain('₹15,300.00');
    expect(text).not.toMatch(/Borrower|Clause|Privacy policy|accepted|Lender:/);
  });

  test('given a payment whose loan is not booked, then there is none', async () => {
    const failed = await asha.pay((await asha.addCard(REFUSED)).id, 100_000);
    await asha.untilBill(failed.id, 'failed');
    expect(await codeOf(failed.id)).toEqual([409, 'document_not_ready']);
    const waiting = await asha.pay((await asha.addCard(UNANSWERED)).id, 100_000);
    expect(await codeOf(waiting.id)).toEqual([409, 'document_not_ready']);
  });

  test('given another user’s payment, then its agreement is not found', async () => {
    const ravi = await somebody(server).signUp();
    expect(await codeOf(id, ravi)).toEqual([404, 'not_found']);
  });

  test('LEND-K6: given altered key facts, then nothing is given out', async () => {
    await server.sql.query(
      `update key_facts set content = jsonb_set(content, '{aprPercent}', '"1.00"') where payment_id = $1`,
      [id],
    );
    expect(await codeOf(id)).toEqual([500, 'internal']);
  });
});
