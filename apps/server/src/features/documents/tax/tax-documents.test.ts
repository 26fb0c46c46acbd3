import { type BusinessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookMovement, takeMovementBack } from '#features/bank-movements/index.ts';
import { issueTaxDocuments } from '../documents.issue.ts';
import { deciding } from '#test/deciding.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const day = (text: string) => text as BusinessDate;
const terms = (disbursedOn: string) => ({
  billPaise: 1_500_000,
  instalments: 3,
  disbursedOn: day(disbursedOn),
});
const issue = (on: string, limit = 500) =>
  lab.worker.plain((tx) => issueTaxDocuments(tx, noonOf(day(on)), limit));

async function documents(): Promise<{ number: string; loan: string; amounts: number[] }[]> {
  const { rows } = await lab.owner.query<{
    number: string;
    loan_id: string;
    taxable_paise: number;
    cgst_paise: number;
    sgst_paise: number;
  }>('select * from tax_documents order by number');
  return rows.map((row) => ({
    number: row.number,
    loan: row.loan_id,
    amounts: [row.taxable_paise, row.cgst_paise, row.sgst_paise].map(Number),
  }));
}

/** Posts a cooling-off exit: the fee and its tax are given back. Rule: LEND-16 journal 20. */
function giveFeeBack(loan: LabLoan, on: string): Promise<void> {
  return post('exit', loan, on, { I400: 25_424, L330: 2_288, L331: 2_288, A202: -30_000 });
}

async function post(
  kind: string,
  { userId, loanId }: LabLoan,
  on: string,
  amounts: Readonly<Record<string, number>>,
): Promise<void> {
  const lines = Object.entries(amounts).map(([account, amountPaise]) => ({ account, amountPaise, loanId }));
  await lab.worker.forUser(userId, (tx) =>
    tx.call('select ledger_post($1, $2, $3, $4, $5, $6, $7)', [
      userId,
      kind,
      loanId,
      loanId,
      on,
      noonOf(day(on)),
      JSON.stringify(lines),
    ]),
  );
}

test('LEND-F5: each booked loan has one invoice, numbered without a gap, and looking again issues nothing', async () => {
  for (const name of ['asha one', 'ravi one', 'meera one']) await lab.lend(name, terms('2026-03-30'));
  expect(await issue('2026-03-31')).toBe(3);
  expect(await issue('2026-03-31')).toBe(0);
  const all = await documents();
  expect(all.map((one) => one.number)).toEqual(['MI2526/000000001', 'MI2526/000000002', 'MI2526/000000003']);
  for (const { number, amounts } of all) {
    expect(number.length).toBeLessThanOrEqual(16);
    expect(amounts).toEqual([25_424, 2_288, 2_288]);
  }
});

test('LEND-F5: the numbers start at one again on 1 April, also for a loan booked the day before', async () => {
  await lab.lend('dev one', terms('2026-03-31'));
  expect(await issue('2026-04-01')).toBe(1);
  expect((await documents()).at(-1)!.number).toBe('MI2627/000000001');
});

test('LEND-F5: runs at the same time give no number twice, and a run that breaks off gives none away', async () => {
  for (let turn = 0; turn < 12; turn += 1) await lab.lend(`many${turn} one`, terms('2026-04-10'));
  const broken = lab.worker.plain(async (tx) => {
    expect(await issueTaxDocuments(tx, noonOf(day('2026-04-10')), 5)).toBe(5);
    throw new Error('killed');
  });
  await expect(broken).rejects.toThrow('killed');
  while (
    (await Promise.all([issue('2026-04-10', 5), issue('2026-04-10', 5), issue('2026-04-10', 5)])).some(
      (n) => n > 0,
    )
  );
  const numbers = (await documents()).map((one) => one.number).filter((one) => one.startsWith('MI2627'));
  expect(numbers).toEqual(
    Array.from({ length: 13 }, (_, index) => `MI2627/${String(index + 1).padStart(9, '0')}`),
  );
  expect(await lab.broken()).toEqual([]);
});

test('LEND-F5: a fee that is given back has a credit note in a series of its own, for the same amounts', async () => {
  const loan = await lab.lend('left one', terms('2026-04-20'));
  await giveFeeBack(loan, '2026-04-21');
  expect(await issue('2026-04-21')).toBe(2);
  const mine = (await documents()).filter((one) => one.loan === loan.loanId);
  expect(mine).toEqual([
    { number: 'MC2627/000000001', loan: loan.loanId, amounts: [25_424, 2_288, 2_288] },
    { number: 'MI2627/000000014', loan: loan.loanId, amounts: [25_424, 2_288, 2_288] },
  ]);
});

test('LEND-F5: a trial clock that goes back gives no earlier date to a later number', async () => {
  await lab.lend('back one', terms('2026-04-05'));
  expect(await issue('2026-04-05')).toBe(1);
  const { rows } = await lab.owner.query<{ ok: boolean }>(
    `select bool_and(issued_on >= before) as ok
     from (select issued_on, lag(issued_on, 1, issued_on) over (partition by kind order by financial_year, sequence) as before
           from tax_documents) d`,
  );
  expect(rows).toEqual([{ ok: true }]);
});

test('LEND-F5: tax that is paid to the government is no supply, and has no document', async () => {
  const loan = await lab.lend('paid one', terms('2026-06-01'));
  expect(await issue('2026-06-01')).toBe(1);
  await post('gst_paid', loan, '2026-06-20', { L330: 2_288, L331: 2_288, A100: -4_576 });
  expect(await issue('2026-06-20')).toBe(0);
});

test('LEND-F5: given tax that was paid, when that booking is taken back, then its mirror has no document', async () => {
  await lab.lend('mirrored one', terms('2026-06-02'));
  expect(await issue('2026-06-02')).toBe(1);
  const now = noonOf(day('2026-06-21'));
  lab.set(now);
  const paid = {
    kind: 'cgst_paid',
    amountPaise: paise(2_288),
    valueOn: day('2026-06-21'),
    reference: 'CPIN1',
  } as const;
  await lab.worker.plain(async (tx) => {
    const booked = await bookMovement(tx, paid, null, now);
    expect(await takeMovementBack(tx, 'id' in booked ? booked.id : '', null, now)).toBe(true);
  });
  expect(await issue('2026-06-21')).toBe(0);
});

test('LEND-F5, LEND-W6: given a waived fee, when the loan is lived again and again, then the waiver has one credit note', async () => {
  const loan = await lab.lend('relived one', terms('2026-07-01'));
  lab.set(noonOf(day('2026-08-10')));
  expect(await deciding(lab).waive(loan, 'relived', 'fee', 6_000)).toBe(6_000);
  expect(await issue('2026-08-10')).toBe(2);
  const mine = async () => (await documents()).filter((one) => one.loan === loan.loanId);
  const before = await mine();
  expect(before.map(({ number }) => number.slice(0, 2))).toEqual(['MC', 'MI']);
  for (const on of ['2026-08-11', '2026-08-12']) {
    lab.set(noonOf(day(on)));
    await lab.credit(loan, `relived ${on}`, 1_000, noonOf(day('2026-08-05')));
    expect(await issue(on)).toBe(0);
  }
  const { rows } = await lab.owner.query(
    "select count(*)::integer as count from journals where loan_id = $1 and source_kind = 'waiver'",
    [loan.loanId],
  );
  expect(rows).toEqual([{ count: 3 }]);
  expect(await mine()).toEqual(before);
});

test('LEND-F5, LEND-W6: given late money that leaves less of a fee to waive, then an invoice says the difference', async () => {
  const loan = await lab.lend('lessened one', terms('2026-08-20'));
  lab.set(noonOf(day('2026-09-25')));
  const waivedPaise = await deciding(lab).waive(loan, 'lessened', 'fee', 10_000);
  expect(await issue('2026-09-25')).toBe(2);
  lab.set(noonOf(day('2026-09-27')));
  await lab.credit(loan, 'lessened late', 20_000, noonOf(day('2026-09-22')));
  expect(await issue('2026-09-27')).toBe(1);
  expect(await issue('2026-09-28')).toBe(0);
  const mine = (await documents()).filter((one) => one.loan === loan.loanId);
  const sums = mine.map(
    ({ number, amounts }) => (number.startsWith('MC') ? -1 : 1) * amounts.reduce((sum, one) => sum + one, 0),
  );
  const { rows } = await lab.owner.query(
    'select applied_paise::integer as paise from waivers where loan_id = $1',
    [loan.loanId],
  );
  expect(rows[0].paise).toBeLessThan(waivedPaise);
  // The fee that was sold, less what is waived of it.
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(30_000 - rows[0].paise);
  // Other rules are broken by the fees that were given back by hand above.
  expect((await lab.broken()).map(({ id }) => id)).not.toContain('I40');
});
