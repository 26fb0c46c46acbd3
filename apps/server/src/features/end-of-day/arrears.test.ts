import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { bookOutcome, type Lab, type LabLoan, type LabTerms, noonOf, openLab } from '#test/lending-lab.ts';
import { numbers } from '#test/random-lives.ts';
import { standingsOf } from '#test/standings.ts';
import { runEndOfDay } from './index.ts';

const START = businessDate('2026-01-10');
const on = (days: number): BusinessDate => addDays(START, days);
const log = createLog('silent', { write: () => {} });

interface Money {
  readonly name: string;
  readonly amountPaise: number;
  readonly day: number;
  /** Days until we hear of it. */
  readonly delay: number;
}
interface Borrower {
  readonly name: string;
  readonly billPaise: number;
  readonly instalments: number;
  readonly startDay: number;
  readonly money: readonly Money[];
}

function borrowers(count: number, seed: number): Borrower[] {
  const pick = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const instalments = [1, 3, 3, 6, 12][pick(5)]!;
    const billPaise = (5_000 + pick(40_000)) * 100 + pick(100);
    const money = Array.from({ length: pick(8) }, (__, turn) => ({
      name: `b${index}-${turn}`,
      amountPaise: [
        pick(billPaise) + 1,
        Math.ceil(billPaise / instalments),
        Math.ceil((billPaise * 108) / 100),
        pick(90_000) + 100,
      ][pick(4)]!,
      day: pick(230) + 1,
      delay: pick(3) === 0 ? pick(40) : 0,
    }));
    // Two loans for every fourth person: the worse one speaks for both.
    const person = index % 4 === 3 ? index - 1 : index;
    return { name: `p${person} l${index}`, billPaise, instalments, startDay: 0, money };
  });
}

/** With `closesNightly` the night closes each day of everybody; else days are closed for who pays, when they pay. */
async function live(
  lab: Lab,
  people: readonly Borrower[],
  heard: (money: Money) => number,
  closesNightly: boolean,
) {
  const loans = new Map<string, LabLoan>();
  for (const one of people) {
    loans.set(
      one.name,
      await lab.lend(one.name, {
        billPaise: one.billPaise,
        instalments: one.instalments,
        disbursedOn: on(one.startDay),
      }),
    );
  }
  const events = people
    .flatMap((one) => one.money.map((money) => ({ one, money, heardOn: heard(money) })))
    .toSorted((a, b) => a.heardOn - b.heardOn || (a.money.name < b.money.name ? -1 : 1));
  for (let day = 0; day <= 280; day += 1) {
    lab.set(noonOf(on(day)));
    if (closesNightly && day > 0) await closeNight(lab, on(day - 1));
    for (const { one, money } of events.filter((event) => event.heardOn === day))
      await lab.credit(loans.get(one.name)!, money.name, money.amountPaise, takenAt(money));
  }
  lab.set(noonOf(on(281)));
  for (const loan of loans.values()) await lab.catchUp(loan, on(280));
}

async function closeNight({ worker, clock }: Lab, day: BusinessDate): Promise<void> {
  expect(await runEndOfDay({ worker, clock, log }, day)).toMatchObject({ parkedCount: 0 });
}

/** Each at its own minute of the day, so that one day's money has an order. */
function takenAt(money: Money): Date {
  return new Date(noonOf(on(money.day)).getTime() + Number(money.name.split('-')[1]) * 60_000);
}

describe('a year of borrowers who pay on time, late, in part, ahead, twice or never', () => {
  const labs: Lab[] = [];
  beforeAll(async () => {
    labs.push(await openLab(), await openLab());
  });
  afterAll(async () => {
    for (const lab of labs) await lab.close();
  });

  test('LEND-W6: money heard of late ends in the same books as money heard of at once', async () => {
    const people = borrowers(32, 20_260_110);
    const [atOnce, late] = labs as [Lab, Lab];
    await live(atOnce, people, (money) => money.day, false);
    expect(await atOnce.broken()).toEqual([]);
    await live(late, people, (money) => money.day + money.delay, true);
    expect(await late.broken()).toEqual([]);
    expect(await bookOutcome(late)).toEqual(await bookOutcome(atOnce));
  });
});

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

  test('LEND-L3: two charges of one morning share the room below the cap', async () => {
    // Thirty days lie between the two due dates: the thirty-fourth day of one is the fourth of the other.
    const disbursedOn = businessDate('2026-03-10');
    const loan = await neverPaid('tiny l2', { billPaise: 125_000, instalments: 2, disbursedOn });
    expect(await chargesOf(loan)).toEqual([
      [1, 4, 5_000],
      [1, 34, 5_000],
      [2, 4, 3_000],
    ]);
    expect(await bookedOn(loan)).toBe(13_000);
  });
});
