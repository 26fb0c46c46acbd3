import type { AnswerOf, getSharedReceipt, Payment, shareReceipt } from '@mohlat/contract';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeBetween } from '#test/freezing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { type Person, until } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';
import { dayText } from '../documents.pages.ts';

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
const schedule = async () => (await downloadPdf(asha, `/payments/${id}/schedule.pdf`)).text;

test('LEND-X10: given due dates that a freeze moved, then schedule and receipt print those that count', async () => {
  const { id: other } = await asha.pay((await asha.addCard()).id, 300_000, 3);
  await asha.untilBill(other, 'paid');
  const before = await asha.payment(other);
  const agreedOn = businessDate(before.schedule[0]!.dueDate);
  const shownOn = addDays(agreedOn, 10);
  await freezeBetween(server, other, { from: addDays(agreedOn, -1), to: addDays(agreedOn, 9) });
  expect((await asha.payment(other)).schedule[0]!.dueDate).toBe(shownOn);
  for (const paper of ['schedule', 'receipt']) {
    const { text } = await downloadPdf(asha, `/payments/${other}/${paper}.pdf`);
    expect(text).toContain(dayText(shownOn, 'en'));
    expect(text).not.toContain(` ${dayText(agreedOn, 'en')}`);
  }
  expect((await downloadPdf(asha, `/payments/${other}/schedule.pdf`)).text).toContain('are moved');
});

test('LEND-X10: given a frozen loan, then no receipt tells that the bill is paid, nor asks for money', async () => {
  const { token } = await asha.ok<AnswerOf<typeof shareReceipt>>('POST', `/payments/${id}/receipt-links`);
  const status = async () => {
    const reply = await fetch(`${server.url}/api/v1/public/receipts/${token}`);
    return ((await reply.json()) as AnswerOf<typeof getSharedReceipt>).status;
  };
  expect(await status()).toBe('completed');
  expect(await receipt()).toContain('Total to repay');
  expect(await schedule()).toContain('Due date');
  await advance(server, 'P1DT1M');
  await signInAgain(asha);
  await until(async () => (await asha.ok<Payment>('GET', `/payments/${id}`)).frozen ?? undefined);
  expect(await status()).toBe('pending');
  const text = await receipt();
  expect(text).toContain('may be on its way back');
  expect(text).not.toContain('Total to repay');
  const inForce = await schedule();
  expect(inForce).toContain('may be on its way back');
  expect(inForce).not.toContain('Due date');
});
