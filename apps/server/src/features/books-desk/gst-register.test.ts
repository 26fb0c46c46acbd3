import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { EMI3, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { issueTaxDocuments } from '../documents/documents.issue.ts';
import { exportGstRegister } from './gst-register.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const day = businessDate;

async function register(from: string, to: string, language: 'en' | 'hi' = 'en'): Promise<string[]> {
  const client = await lab.owner.connect();
  const parts: string[] = [];
  try {
    await exportGstRegister(client, { from: day(from), to: day(to) }, language, (text) => {
      parts.push(text);
      return Promise.resolve();
    });
  } finally {
    client.release();
  }
  return parts.join('').trimEnd().split('\r\n').slice(1);
}

test('LEND-F5: given an invoice and a credit note, when the register is written, then each is a line and the note names its invoice', async () => {
  const on = day('2027-01-15');
  const loan = await lab.lend('taxed one', { ...EMI3, disbursedOn: on, supplyState: '27' });
  await lab.worker.plain((tx) => issueTaxDocuments(tx, noonOf(on), 500));
  const later = day('2027-02-20');
  lab.set(noonOf(later));
  await deciding(lab).waive(loan, 'goodwill', 'fee', 6_000);
  await lab.worker.plain((tx) => issueTaxDocuments(tx, noonOf(later), 500));
  const invoice = `MI2627/000000001,2027-01-15,Invoice,,,2027-01-15,27-Maharashtra,254.24,22.88,22.88,0.00,${loan.loanId}`;
  const note = `MC2627/000000001,2027-02-20,Credit note,MI2627/000000001,2027-01-15,2027-02-20,27-Maharashtra,50.84,4.58,4.58,0.00,${loan.loanId}`;
  expect(await register('2027-01-01', '2027-03-31')).toEqual([invoice, note]);
  expect(await register('2027-01-01', '2027-01-31')).toEqual([invoice]);
  expect((await register('2027-02-01', '2027-02-28', 'hi'))[0]).toContain('क्रेडिट नोट');
  expect(await register('2026-01-01', '2026-12-31')).toEqual([]);
});

test('LEND-F5: given a borrower of another state, then the register has the integrated tax and that state', async () => {
  const on = day('2027-03-15');
  const loan = await lab.lend('taxed elsewhere', { ...EMI3, disbursedOn: on, supplyState: '29' });
  await lab.worker.plain((tx) => issueTaxDocuments(tx, noonOf(on), 500));
  expect(await register('2027-03-15', '2027-03-15')).toEqual([
    `MI2627/000000002,2027-03-15,Invoice,,,2027-03-15,29-Karnataka,254.24,0.00,0.00,45.76,${loan.loanId}`,
  ]);
});
