import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, type LabLoan, type LabTerms, noonOf, openLab } from '#test/lending-lab.ts';
import { standingsOf } from '#test/standings.ts';

const START = businessDate('2026-01-10');
const on = (days: number): BusinessDate => addDays(START, days);

describe('a borrower who stops paying', () => {
  let lab: Lab;
  let loan: LabLoan;
  beforeAll(async () => {
    lab = await openLab();
    loan = await lab.lend('late l1', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  });
  afterAll(() => lab.close());

  const until = async (day: number) => {
    lab.set(noonOf(on(day + 1)));
    await lab.catchUp(loan, on(day));
  };
  const sumOf = async (account: string): Promise<number> => {
    const { rows } = await lab.owner.query<{ sum: number }>(
      'select coalesce(sum(amount_paise), 0)::bigint as sum from postings where account = $1 and loan_id = $2',
      [account, loan.loanId],
    );
    return rows[0]!.sum;
  };

  test('LEND-D4: has no income in the books any more from the ninety-first day on, but what was received', async () => {
    await until(31 + 89);
    expect(await sumOf('I410')).toBeLessThan(0);
    expect(await sumOf('L350')).toBe(0);
    await until(31 + 90);
    expect(await sumOf('I410')).toBe(0);
    expect(await sumOf('I420')).toBe(0);
    expect(await sumOf('L350')).toBeLessThan(0);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-D6: has a number for each day by its history, and its class follows the days', async () => {
    const byClass = Map.groupBy(await standingsOf(lab.owner, loan.loanId), (one) => one.class);
    const rows = [...byClass].map(([name, days]) => {
      const numbers = days.map(({ dpd }) => dpd);
      return { class: name, from: Math.min(...numbers), to: Math.max(...numbers), days: days.length };
    });
    expect(rows).toEqual([
      { class: 'STD', from: 0, to: 0, days: 31 },
      { class: 'SMA0', from: 1, to: 30, days: 30 },
      { class: 'SMA1', from: 31, to: 60, days: 30 },
      { class: 'SMA2', from: 61, to: 90, days: 30 },
      { class: 'NPA', from: 91, to: 91, days: 1 },
    ]);
  });

  test('LEND-L4: is charged by the table for what is unpaid of each instalment, and never for a charge', async () => {
    await until(250);
    const { rows } = await lab.owner.query(
      'select number, late_days, amount_paise from charges where loan_id = $1 order by number, late_days',
      [loan.loanId],
    );
    // ₹5,200 unpaid costs ₹200 a step; nothing more is levied once the loan does not perform.
    expect(rows).toEqual([
      { number: 1, late_days: 4, amount_paise: 20_000 },
      { number: 1, late_days: 34, amount_paise: 20_000 },
      { number: 1, late_days: 64, amount_paise: 20_000 },
      { number: 2, late_days: 4, amount_paise: 20_000 },
      { number: 2, late_days: 34, amount_paise: 20_000 },
      { number: 3, late_days: 4, amount_paise: 20_000 },
    ]);
  });

  test('LEND-D3: performs again only when nothing is past due', async () => {
    lab.set(noonOf(on(251)));
    await lab.credit(loan, 'part', 1_000_000, noonOf(on(251)));
    await until(252);
    const status = async () =>
      (await lab.owner.query<{ status: string }>('select status from loans where id = $1', [loan.loanId]))
        .rows[0]!.status;
    expect(await status()).toBe('npa');
    await lab.credit(loan, 'rest', 700_000, noonOf(on(253)));
    expect(await status()).toBe('closed');
    expect(await sumOf('L350')).toBe(0);
    expect(await sumOf('I420')).toBe(-120_000);
    expect(await lab.broken()).toEqual([]);
  });
});

describe('late charges on a loan so small that the table costs more than a tenth', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  const chargesOf = async ({ loanId }: LabLoan) => {
    const { rows } = await lab.owner.query<{ number: number; late_days: number; amount_paise: number }>(
      'select number, late_days, amount_paise from charges where loan_id = $1 order by levied_on, number',
      [loanId],
    );
    return rows.map((row) => [row.number, row.late_days, row.amount_paise]);
  };
  const bookedOn = async ({ loanId }: LabLoan) => {
    const { rows } = await lab.owner.query<{ paise: number }>(
      "select sum(amount_paise)::bigint as paise from postings where account = 'A220' and loan_id = $1",
      [loanId],
    );
    return rows[0]!.paise;
  };
  async function neverPaid(name: string, terms: Omit<LabTerms, 'isRefused'>): Promise<LabLoan> {
    const loan = await lab.lend(name, terms);
    lab.set(noonOf(addDays(terms.disbursedOn, 121)));
    await lab.catchUp(loan, addDays(terms.disbursedOn, 120));
    return loan;
  }

  test('LEND-L3: the second charge is trimmed and no third is levied, in list and books', async () => {
    const loan = await neverPaid('small l1', { billPaise: 60_000, instalments: 1, disbursedOn: START });
    expect(await chargesOf(loan)).toEqual([
      [1, 4, 5_000],
      [1, 34, 1_500],
    ]);
    expect(await bookedOn(loan)).toBe(6_500);
  });
});
