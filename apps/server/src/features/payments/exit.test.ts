import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { endRefundsOf } from '#test/refunding.ts';

const START = businessDate('2027-01-15');
const on = (days: number): BusinessDate => addDays(START, days);
const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };
const BOOKED = { A105: -1_500_000 };

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function books({ loanId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; sum: string }>(
    `select account, sum(amount_paise)::text as sum from postings where loan_id = $1
     group by 1 having sum(amount_paise) <> 0`,
    [loanId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

async function loanOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ status: string; closed_on: string | null; used: number }>(
    `select l.status, l.closed_on, c.used_paise as used
     from loans l join credit_accounts c on c.user_id = l.user_id where l.id = $1`,
    [loanId],
  );
  return rows[0]!;
}

/** A loan, and the money that is to cancel it, debited some days later. */
async function cancelled(name: string, day: number, amountPaise: number): Promise<LabLoan> {
  const loan = await lab.lend(name, W2);
  lab.set(noonOf(on(day)));
  await lab.credit(loan, `${name} exit`, amountPaise, noonOf(on(day)), 'exit');
  return loan;
}

describe('leaving a loan within its cooling-off time', () => {
  test.each([
    [0, 0],
    [1, 980],
    [2, 1_959],
    [3, 2_939],
  ])('LEND-8: W8, after %i days it costs the bill and %i paise', async (day, charge) => {
    const loan = await cancelled(`w8-${day}`, day, 1_500_000 + charge);
    expect(await loanOf(loan)).toEqual({ status: 'exited', closed_on: on(day), used: 0 });
    expect(await books(loan)).toEqual({
      ...BOOKED,
      A120: 1_500_000 + charge,
      ...(charge === 0 ? {} : { I410: -charge }),
    });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-16: journal 20 is written line by line as the rule book has it', async () => {
    const loan = await cancelled('journal', 2, 1_501_959);
    const { rows } = await lab.owner.query<{ account: string; amount_paise: number }>(
      `select p.account, p.amount_paise from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
       where j.loan_id = $1 and j.source_kind = 'exit' order by p.line`,
      [loan.loanId],
    );
    expect(rows.map((row) => [row.account, row.amount_paise])).toEqual([
      ['A120', 1_501_959],
      ['I400', 25_424],
      ['L330', 2_288],
      ['L331', 2_288],
      ['I410', 968],
      ['A200', -1_500_000],
      ['A202', -30_000],
      ['I410', -1_959],
      ['A210', -968],
    ]);
  });

  test('LEND-8: money debited after the window is a repayment like any other', async () => {
    const loan = await cancelled('late', 4, 1_502_939);
    expect(await loanOf(loan)).toMatchObject({ status: 'active', closed_on: null });
    expect(await books(loan)).toMatchObject({ I400: -25_424, L300: -1_502_939 });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-8: what was repaid before counts, and what is too much is refundable', async () => {
    const loan = await lab.lend('ahead', W2);
    await lab.credit(loan, 'ahead first', 520_000, noonOf(START));
    lab.set(noonOf(on(2)));
    await lab.credit(loan, 'ahead exit', 1_501_959 - 520_000, noonOf(on(2)), 'exit');
    expect(await loanOf(loan)).toMatchObject({ status: 'exited', used: 0 });
    expect(await books(loan)).toEqual({ ...BOOKED, A120: 1_501_959, I410: -1_959 });
    const more = await lab.lend('more', W2);
    await lab.credit(more, 'more first', 520_000, noonOf(START));
    await lab.credit(more, 'more exit', 1_500_000, noonOf(START), 'exit');
    expect(await books(more)).toEqual({ ...BOOKED, A120: 2_020_000, L311: -520_000 });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-8: who has repaid the bill already pays one rupee, and has it back with the rest', async () => {
    const loan = await lab.lend('rupee', W2);
    await lab.credit(loan, 'rupee first', 1_520_000, noonOf(START));
    expect(await loanOf(loan)).toMatchObject({ status: 'active' });
    await lab.credit(loan, 'rupee exit', 100, noonOf(START), 'exit');
    expect(await loanOf(loan)).toMatchObject({ status: 'exited', used: 0 });
    expect(await books(loan)).toEqual({ ...BOOKED, A120: 1_520_100, L311: -20_100 });
    const { rows } = await lab.owner.query<{ amount_paise: number }>(
      'select amount_paise from refunds where loan_id = $1 order by amount_paise',
      [loan.loanId],
    );
    expect(rows.map((row) => row.amount_paise)).toEqual([100, 20_000]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-8: an order made before midnight and paid after it still leaves; the day between is waived', async () => {
    const loan = await cancelled('midnight', 2, 1_500_980);
    expect(await loanOf(loan)).toMatchObject({ status: 'exited', used: 0 });
    expect(await books(loan)).toEqual({ ...BOOKED, A120: 1_500_980, E510: 979, I410: -1_959 });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-8: money that does not even cover the bill cancels nothing', async () => {
    const loan = await cancelled('little', 1, 1_400_000);
    expect(await loanOf(loan)).toMatchObject({ status: 'active', used: 160_000 });
    expect(await lab.broken()).toEqual([]);
  });

  test('of a single repayment, which has no interest of its own, the days used are charged too', async () => {
    const loan = await lab.lend('single', { ...W2, instalments: 1 });
    lab.set(noonOf(on(3)));
    const charge = Math.round((1_500_000 * 2_433 * 3) / 3_650_000);
    await lab.credit(loan, 'single exit', 1_500_000 + charge, noonOf(on(3)), 'exit');
    expect(await books(loan)).toEqual({ ...BOOKED, A120: 1_500_000 + charge, I410: -charge });
    expect(await lab.broken()).toEqual([]);
  });

  test('a left loan accrues nothing more, and later money on it is all refundable', async () => {
    const loan = await cancelled('after', 1, 1_500_980);
    lab.set(noonOf(on(40)));
    await lab.catchUp(loan, on(39));
    await lab.credit(loan, 'after again', 10_000, noonOf(on(40)));
    expect(await books(loan)).toEqual({ ...BOOKED, A120: 1_510_980, I410: -980, L311: -10_000 });
    expect(await lab.broken()).toEqual([]);
  });
});

interface Money {
  readonly name: string;
  readonly day: number;
  readonly amountPaise: number;
  readonly intent: 'emi' | 'exit';
}

/** Money around the window: before, on and after the day it ends, some of it to leave, some of it enough to close. */
const MIXES: readonly (readonly Money[])[] = [
  [{ name: 'x', day: 2, amountPaise: 1_501_959, intent: 'exit' }],
  [
    { name: 'a', day: 1, amountPaise: 520_000, intent: 'emi' },
    { name: 'x', day: 3, amountPaise: 1_502_939, intent: 'exit' },
  ],
  [
    { name: 'x', day: 3, amountPaise: 1_502_939, intent: 'exit' },
    { name: 'a', day: 5, amountPaise: 520_000, intent: 'emi' },
    { name: 'b', day: 35, amountPaise: 700_000, intent: 'emi' },
  ],
  [
    { name: 'a', day: 2, amountPaise: 1_540_000, intent: 'emi' },
    { name: 'x', day: 3, amountPaise: 1_502_939, intent: 'exit' },
  ],
  [
    { name: 'a', day: 3, amountPaise: 1_000, intent: 'emi' },
    { name: 'x', day: 4, amountPaise: 1_503_919, intent: 'exit' },
    { name: 'b', day: 33, amountPaise: 20_000, intent: 'emi' },
  ],
];

test('LEND-W6: leaving heard of late, or money heard of after it, ends in the same books as heard at once', async () => {
  const labs = [await openLab(), await openLab()] as const;
  try {
    for (const [turn, one] of labs.entries()) {
      for (const [index, mix] of MIXES.entries()) {
        const name = `m${index} l${index}`;
        const loan = await one.lend(name, W2);
        const heard = mix.map((money, place) => ({
          ...money,
          // The second time the first money is heard of last, and everything a day or more late.
          heardOn: turn === 0 ? money.day : 45 - place * 3,
        }));
        for (const money of heard.toSorted((a, b) => a.heardOn - b.heardOn)) {
          one.set(noonOf(on(money.heardOn)));
          if (turn === 1) await one.catchUp(loan, on(money.heardOn - 1));
          await one.credit(
            loan,
            `${index}-${money.name}`,
            money.amountPaise,
            noonOf(on(money.day)),
            money.intent,
          );
        }
        one.set(noonOf(on(50)));
        await one.catchUp(loan, on(49));
      }
      expect(await one.broken()).toEqual([]);
    }
    expect(await bookOutcome(labs[1])).toEqual(await bookOutcome(labs[0]));
    const { rows } = await labs[0].owner.query<{ status: string }>('select status from loans');
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      'active',
      'closed',
      'exited',
      'exited',
      'exited',
    ]);
  } finally {
    for (const one of labs) await one.close();
  }
});

test('LEND-16: what was returned stays returned when money heard of late takes the loan back', async () => {
  const loan = await lab.lend('returned', W2);
  lab.set(noonOf(on(10)));
  await lab.credit(loan, 'returned all', 1_560_000, noonOf(on(10)));
  const refunds = () =>
    lab.owner.query<{ id: string; amount_paise: number; status: string }>(
      'select id, amount_paise, status from refunds where loan_id = $1 order by created_at',
      [loan.loanId],
    );
  const [first] = (await refunds()).rows;
  expect(first).toMatchObject({ amount_paise: 25_161, status: 'initiated' });
  await lab.worker.forUser(loan.userId, (tx) =>
    endRefundsOf(tx, loan, { status: 'processed' }, lab.clock.now()),
  );
  lab.set(noonOf(on(20)));
  await lab.credit(loan, 'returned before', 520_000, noonOf(on(5)));
  expect((await refunds()).rows).toEqual([
    { ...first, status: 'processed' },
    { id: expect.any(String), amount_paise: 520_000, status: 'initiated' },
  ]);
  expect(await books(loan)).toEqual({
    ...BOOKED,
    A100: -25_161,
    A120: 2_080_000,
    I400: -25_424,
    I410: -4_839,
    L311: -520_000,
    L330: -2_288,
    L331: -2_288,
  });
  expect(await lab.broken()).toEqual([]);
});
