import type { AnswerOf, getSharedReceipt, Payment, shareReceipt } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { type Person, until } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

/** The rail returns a bill of this card a day later. */
const RETURNED_LATER = '1019';

let server: TestServer;
let asha: Person;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  id = (await asha.pay((await asha.addCard(RETURNED_LATER)).id, 300_000, 3)).id;
  await asha.untilBill(id, 'paid');
});
afterAll(() => server.stop());

const receipt = async () => (await downloadPdf(asha, `/payments/${id}/receipt.pdf`)).text;

test('LEND-X10: given a frozen loan, then no receipt tells that the bill is paid, nor asks for money', async () => {
  const { token } = await asha.ok<AnswerOf<typeof shareReceipt>>('POST', `/payments/${id}/receipt-links`);
  const status = async () => {
    const reply = await fetch(`${server.url}/api/v1/public/receipts/${token}`);
    return ((await reply.json()) as AnswerOf<typeof getSharedReceipt>).status;
  };
  expect(await status()).toBe('completed');
  expect(await receipt()).toContain('Total to repay');
  await advance(server, 'P1DT1M');
  await signInAgain(asha);
  await until(async () => (await asha.ok<Payment>('GET', `/payments/${id}`)).frozen ?? undefined);
  expect(await status()).toBe('pending');
  const text = await receipt();
  expect(text).toContain('may be on its way back');
  expect(text).not.toContain('Total to repay');
});
