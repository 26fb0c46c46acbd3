import { randomUUID } from 'node:crypto';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBorrower } from '#test/borrowing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { somebody } from '#test/steps.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string }[];
}

let server: TestServer;
let maker: Person;
let checker: Person;
let loan: Loan;
const { aLoan } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  for (const staff of [maker, checker]) await promote(server, staff);
  loan = await aLoan(300_000);
  await agreeOn(100_000);
});
afterAll(() => server.stop());

/** Two of staff agree with the borrower on a lower sum, to be paid within a fortnight. */
async function agreeOn(agreedPaise: number): Promise<void> {
  const { approvalId } = await maker.ok<{ approvalId: string }>(
    'POST',
    `/admin/payments/${loan.id}/settlements`,
    { agreedPaise, payBy: addDays(istDate(server.now()), 14), reason: 'They lost their work' },
    { 'idempotency-key': randomUUID() },
  );
  await checker.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
}

const path = (paper = 'settlement') => `/payments/${loan.id}/${paper}.pdf`;
const refusalOf = async (paper: string, person = loan.person) => {
  const { status, body } = await person.call<{ code: string }>('GET', path(paper));
  return [status, body.code];
};

test('LEND-24: given an agreed sum that is not complete, then there is no settlement letter', async () => {
  await loan.person.repay(loan.id, 40_000);
  expect(await refusalOf('settlement')).toEqual([409, 'document_not_ready']);
});

test('LEND-24: given a settled loan, then its letter says what was agreed, what was paid, and that the rest is let off', async () => {
  await loan.person.repay(loan.id, 60_000);
  const { text, name, bytes } = await downloadPdf(loan.person, path());
  for (const said of [
    'Settlement letter',
    'Asha Rao',
    'Sum agreed ₹1,000.00',
    'Agreed on 15 Jan 2027',
    'To be paid by 29 Jan 2027',
    '15 Jan 2027 ₹400.00',
    '15 Jan 2027 ₹600.00',
    'Total ₹1,000.00',
    'was settled on 15 Jan 2027',
    'What was left of it is let off',
    'as a settled loan, not as one repaid in full',
  ])
    expect(text).toContain(said);
  expect(name).toBe(`mohlat-settlement-${loan.id.slice(-8)}.pdf`);
  expect((await downloadPdf(loan.person, path())).bytes.equals(bytes)).toBe(true);
});

test('LEND-24: given a settled loan, then its letter goes with the mail that tells of it', async () => {
  const mail = await until(async () => {
    const to = encodeURIComponent(loan.person.email);
    const mails = await server.control<Mail[]>('GET', `/outbox/email?to=${to}`);
    return mails.find(({ subject }) => subject === 'We received ₹600: the agreed sum is complete');
  });
  expect(mail.attachments.map(({ name }) => name)).toEqual([`mohlat-settlement-${loan.id.slice(-8)}.pdf`]);
  expect(mail.text).toContain('The settlement letter is attached.');
  expect(mail.text).toContain(`/dashboard/payments/${loan.id}`);
});

test('LEND-24: given a settled loan and a reader of Hindi, then the letter is in Hindi', async () => {
  const { text, bytes } = await downloadPdf(loan.person, `${path()}?language=hi`);
  expect(bytes.toString('latin1')).toContain('(hi-IN)');
  expect(text).toContain('₹1,000.00');
  expect(text).not.toMatch(/Settlement|agreed|Sum/);
});

test('LEND-24: given a settled loan, then nothing says that it was repaid in full', async () => {
  expect(await refusalOf('no-dues')).toEqual([409, 'document_not_ready']);
});

test('given another user’s settled loan, then its letter is not found', async () => {
  expect(await refusalOf('settlement', await aBorrower(server))).toEqual([404, 'not_found']);
});
