import type { StatementItem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWED_ACCOUNTS } from './statement.rules.ts';
import { aPaidBill } from '#test/borrowing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { until } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { signInAgain } from '#test/steps.ts';

let server: TestServer;
let loan: Loan;
let repaymentIds: string[];
const { w2, onDay, catchUp } = repaying(() => server);

/** Lives a loan of three EMIs: one repaid on its day, one eleven days late with a charge, the last one early. */
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  loan = await w2(2027);
  const { person, id } = loan;
  await onDay(loan, '2027-02-15');
  const first = await person.repay(id, 520_000);
  await onDay(loan, '2027-03-26');
  await catchUp(loan, '2027-03-25');
  const owed = await person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
  const second = await person.repay(id, owed.totalPaise);
  repaymentIds = [first.id, second.id];
  await onDay(loan, '2027-04-02');
  // As each night notes it once every loan is closed: the days of this test are jumped over.
  await server.sql.query(
    `insert into business_days (day_on, opened_at, loans_closed_at) values ('2027-03-31', '2027-04-02', '2027-04-02T12:00:00+05:30')
     on conflict (day_on) do update set loans_closed_at = excluded.loans_closed_at`,
  );
});
afterAll(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await server.stop();
});

const MONTHS = ['2027-01', '2027-02', '2027-03', '2027-04'];

/**
 * The amount owed by everything posted through a month, added up from the ledger apart from the statement. What the close of its last
 * day posts after midnight is of the month.
 */
async function owedThrough(month: string): Promise<number> {
  const { rows } = await server.sql.query<{ owed: string }>(
    `select coalesce(sum(p.amount_paise), 0)::text as owed
     from postings p join journals j on j.user_id = p.user_id and j.id = p.journal_id
     where to_char(case when j.source_kind = 'accrual' then j.effective_on else j.posting_on end, 'YYYY-MM') <= $1 and p.account = any ($2)`,
    [month, OWED_ACCOUNTS],
  );
  return Number(rows[0]!.owed);
}

/** The sheet's rows without its head: payment, date, what, amount, balance. */
async function sheet(month: string): Promise<string[][]> {
  const text = await loan.person.ok<string>('GET', `/statements/${month}.csv`);
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'));
}

const toPaise = (rupees: string) => Math.round(Number(rupees) * 100);

describe('statements', () => {
  test('there is one for every month since the first bill, newest first, with what was owed at its end', async () => {
    const { items } = await loan.person.ok<{ items: StatementItem[] }>('GET', '/statements');
    expect(items.map((item) => [item.month, item.isComplete])).toEqual([
      ['2027-04', false],
      ['2027-03', true],
      ['2027-02', true],
      ['2027-01', true],
    ]);
    for (const { month, closingPaise } of items) expect(closingPaise).toBe(await owedThrough(month));
  });

  test.each(MONTHS.slice(0, 3))(
    '%s equals the ledger to the paisa: opening, every line, closing',
    async (month) => {
      const rows = await sheet(month);
      const [opening, closing] = [rows[0]!, rows.at(-1)!];
      const before = MONTHS[MONTHS.indexOf(month) - 1];
      expect(toPaise(opening[4]!)).toBe(before ? await owedThrough(before) : 0);
      let balance = toPaise(opening[4]!);
      for (const row of rows.slice(1, -1)) {
        balance += toPaise(row[3]!);
        expect(toPaise(row[4]!)).toBe(balance);
      }
      expect(toPaise(closing[4]!)).toBe(balance);
      expect(balance).toBe(await owedThrough(month));
    },
  );

  test('it tells what happened in the words of a person', async () => {
    expect((await sheet('2027-01')).slice(1, 3).map((row) => row.slice(1, 4))).toEqual([
      ['2027-01-15', 'Bill paid for you', '15000.00'],
      ['2027-01-15', 'Service fee with GST', '300.00'],
    ]);
    const march = (await sheet('2027-03')).map((row) => row.slice(1, 3));
    expect(march).toContainEqual(['2027-03-19', 'Charge for late payment or a returned debit']);
    expect(march.map(([, what]) => what)).toContain('Repayment');
    expect((await sheet('2027-03')).at(-1)![4]).toBe('0.00');
  });

  test('as a PDF it says the same figures, and the running month says that it is not over', async () => {
    const january = await downloadPdf(loan.person, '/statements/2027-01.pdf');
    expect(january.name).toBe('mohlat-statement-2027-01.pdf');
    expect(january.text).toContain('Statement for January 2027');
    expect(january.text).toContain('15 Jan 2027 Bill paid for you ₹15,000.00 ₹15,000.00');
    const april = await downloadPdf(loan.person, '/statements/2027-04.pdf?language=hi');
    expect(april.text).toContain('2 अप्रैल 2027');
    expect(april.bytes.toString('latin1')).toContain('(hi-IN)');
  });

  test('a month before the first bill and one that has not come have none', async () => {
    for (const month of ['2026-12', '2027-05']) {
      const reply = await loan.person.call<{ code: string }>('GET', `/statements/${month}.pdf`);
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('receipts', () => {
  test('of the bill: the amount, the bank and the references it is known by', async () => {
    const { person, id } = loan;
    const payment = await person.payment(id);
    const { text } = await downloadPdf(person, `/payments/${id}/receipt.pdf`);
    for (const said of [
      '₹15,000.00',
      'HDFC Bank',
      '•••• 4021',
      payment.ourReference!,
      payment.railReference!,
      'Asha Rao',
      'Service fee ₹300.00',
      'Total to repay ₹15,600.00',
      '1 15 Feb 2027 ₹5,200.00',
    ])
      expect(text).toContain(said);
  });

  test('LEND-W8: of a repayment: what it was used for adds up to it', async () => {
    const { person } = loan;
    const first = await downloadPdf(person, `/repayments/${repaymentIds[0]!}/receipt.pdf`);
    expect(first.text).toContain('Amount ₹5,200.00');
    expect(first.text).toContain('1 Service fee ₹100.00 1 Interest ₹150.00 1 Bill ₹4,950.00');
    expect(first.text).toContain('As the books stand on 2 Apr 2027.');
    const second = await downloadPdf(person, `/repayments/${repaymentIds[1]!}/receipt.pdf`);
    expect(second.text).toContain('Charge for late payment');
    const parts = [...second.text.split('What it was used for')[1]!.matchAll(/₹([\d,]+\.\d\d)/g)];
    const sum = parts.reduce((total, [, text]) => total + toPaise(text!.replaceAll(',', '')), 0);
    expect(second.text).toContain(
      `Amount ₹${(sum / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`,
    );
  });

  test('LEND-F2, LEND-F5: the tax invoice of the fee has a number of at most 16 characters, and both halves of the tax', async () => {
    const { text } = await until(async () => {
      const { rows } = await server.sql.query('select 1 from tax_documents where loan_id = $1', [loan.id]);
      return rows.length > 0 ? downloadPdf(loan.person, `/payments/${loan.id}/invoice.pdf`) : undefined;
    });
    expect(text).toMatch(/Tax invoice MI\d{4}\/\d{9} /);
    for (const said of [
      'Taxable value ₹254.24',
      'CGST 9% ₹22.88',
      'SGST 9% ₹22.88',
      'Total ₹300.00',
      'SAC 997113',
    ])
      expect(text).toContain(said);
  });

  test('LEND-9: a repaid loan has a no-dues letter', async () => {
    const { text } = await downloadPdf(loan.person, `/payments/${loan.id}/no-dues.pdf`);
    expect(text).toContain('repaid in full on 26 Mar 2027');
    expect(text).toContain('Asha Rao');
  });

  test('none of them exists before what it tells of has happened', async () => {
    const { person } = loan;
    await signInAgain(person);
    const id = await aPaidBill(server, person, { billPaise: 100_000 });
    const noDues = await person.call<{ code: string }>('GET', `/payments/${id}/no-dues.pdf`);
    expect([noDues.status, noDues.body.code]).toEqual([409, 'document_not_ready']);
    const started = await person.ok<{ id: string }>(
      'POST',
      `/payments/${id}/repayments`,
      { amountPaise: 10_000 },
      { 'idempotency-key': id },
    );
    const receipt = await person.call<{ code: string }>('GET', `/repayments/${started.id}/receipt.pdf`);
    expect([receipt.status, receipt.body.code]).toEqual([409, 'document_not_ready']);
  });
});
