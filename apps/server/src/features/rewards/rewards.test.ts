import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reverseRepayment } from '#features/repayments/index.ts';
import { keepRewards } from './rewards.jobs.ts';
import { settleReward } from './rewards.cover.ts';
import { bindRewards } from './rewards.service.ts';
import { deciding } from '#test/deciding.ts';
import { freezeFrom, thawOn } from '#test/freezing.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const day = (text: string) => text as BusinessDate;
const W2 = { billPaise: 1_500_000, instalments: 3 };

/** Lives a loan up to the morning after a day, and looks after rewards. */
async function live(loan: LabLoan, throughOn: string): Promise<void> {
  lab.set(noonOf(addDays(day(throughOn), 1)));
  await lab.catchUp(loan, day(throughOn));
  await keep(throughOn);
}

/** Money of noon of a day, heard at once, or when the lab's clock stands later already. */
async function pay(loan: LabLoan, name: string, amountPaise: number, on: string): Promise<void> {
  const at = noonOf(day(on));
  if (lab.clock.now() < at) lab.set(at);
  await lab.credit(loan, name, amountPaise, at);
}

async function keep(throughOn: string): Promise<void> {
  await lab.owner.query('delete from reward_days');
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2)
     on conflict (day_on) do update set closed_at = excluded.closed_at`,
    [throughOn, lab.clock.now()],
  );
  await keepRewards({ ...lab.deps, log: { info: () => {} } as never });
  await lab.owner.query('update business_days set closed_at = null');
}

async function rewardsOf(loan: LabLoan) {
  const { rows } = await lab.owner.query<{
    number: number | null;
    paise: number;
    state: string;
    used: boolean;
  }>(
    `select number, amount_paise::integer as paise, state, is_used as used from rewards where user_id = $1 order by earned_on, number`,
    [loan.userId],
  );
  return rows;
}

async function balance(loan: LabLoan, account: string): Promise<number> {
  const { rows } = await lab.owner.query<{ sum: number }>(
    'select coalesce(sum(amount_paise), 0)::integer as sum from postings where user_id = $1 and account = $2',
    [loan.userId, account],
  );
  return rows[0]!.sum;
}

/** Uses all of a person's rewards on a loan, at noon of the lab's day. */
async function spend(loan: LabLoan, atMostPaise = 520_000): Promise<string> {
  const repaymentId = crypto.randomUUID();
  await lab.worker.forUser(loan.userId, async (tx) => {
    const rows = await tx.call<{ id: string }>(
      "select id from rewards where user_id = $1 and state = 'available' and not is_used",
      [loan.userId],
    );
    const wanted = { ...loan, rewardIds: rows.map((row) => row.id), repaymentId, amountPaise: atMostPaise };
    const bound = await bindRewards(tx, wanted, lab.clock.today());
    if ('refusal' in bound) throw new Error(bound.refusal);
    await tx.call(
      `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
       values ($1, $2, $3, $4, 'initiated', 'reward', $5)`,
      [loan.userId, repaymentId, loan.loanId, bound.amountPaise, lab.clock.now()],
    );
  });
  expect(await settleReward(lab.deps, { userId: loan.userId, repaymentId })).toBe(true);
  return repaymentId;
}

describe('earning', () => {
  test('LEND-W3: each instalment repaid on time earns a quarter of a percent, and the books say so', async () => {
    const loan = await lab.lend('asha w3', { ...W2, disbursedOn: day('2027-01-15') });
    for (const [at, until] of [
      ['2027-02-15', '2027-03-14'],
      ['2027-03-10', '2027-04-14'],
      ['2027-04-15', '2027-04-15'],
    ] as const) {
      await pay(loan, `asha ${at}`, 520_000, at);
      await live(loan, until);
    }
    await keep('2027-04-16');
    expect((await rewardsOf(loan)).map((row) => [row.number, row.paise])).toEqual([
      [1, 1300],
      [2, 1300],
      [3, 1300],
    ]);
    expect(await balance(loan, 'E500')).toBe(3900);
    expect(await balance(loan, 'L340')).toBe(-3900);
    const { rows } = await lab.owner.query(
      'select title from notifications where user_id = $1 and type = $2',
      [loan.userId, 'reward'],
    );
    expect(rows.map((row) => row.title)).toEqual(Array(3).fill('You earned ₹13'));
  });

  test('LEND-24: late, or in part, earns nothing; looking again gives nothing twice', async () => {
    const loan = await lab.lend('late one', { ...W2, disbursedOn: day('2027-01-15') });
    await pay(loan, 'late a', 300_000, '2027-02-15');
    await live(loan, '2027-02-15');
    await pay(loan, 'late b', 220_000, '2027-02-16');
    await live(loan, '2027-02-20');
    await keep('2027-02-20');
    expect(await rewardsOf(loan)).toEqual([]);
  });

  test('LEND-24: money that comes to light late, but was paid on time, earns what it would have earned', async () => {
    const loan = await lab.lend('slow bank', { ...W2, disbursedOn: day('2027-01-15') });
    await live(loan, '2027-02-25');
    expect(await rewardsOf(loan)).toEqual([]);
    await pay(loan, 'slow', 520_000, '2027-02-14');
    await live(loan, '2027-02-26');
    expect(await rewardsOf(loan)).toMatchObject([{ number: 1, paise: 1300, state: 'available' }]);
  });

  test('LEND-24: closing early earns on what was paid for every instalment, once', async () => {
    const loan = await lab.lend('early bird', { ...W2, disbursedOn: day('2027-01-15') });
    await live(loan, '2027-02-01');
    await pay(loan, 'early', 1_560_000, '2027-02-02');
    await keep('2027-02-02');
    await keep('2027-03-20');
    const rewards = await rewardsOf(loan);
    expect(rewards.map((row) => row.number)).toEqual([1, 2, 3]);
    // Only the accrued part of the interest was paid.
    expect(rewards.reduce((sum, row) => sum + row.paise, 0)).toBeLessThan(3900);
    expect(rewards[0]!.paise).toBeLessThanOrEqual(1300);
  });

  test('LEND-24, LEND-X10: given a freeze that moved the due date, when repaid by that day, then it earns', async () => {
    const loan = await lab.lend('frozen over', { ...W2, disbursedOn: day('2027-01-15') });
    // Longer than the span in which late news are looked for.
    await live(loan, '2027-02-09');
    await freezeFrom({ sql: lab.owner }, loan.loanId, day('2027-02-10'));
    await live(loan, '2027-04-30');
    await thawOn({ sql: lab.owner }, loan.loanId, day('2027-05-01'));
    await live(loan, '2027-05-01');
    await pay(loan, 'thawed', 520_000, '2027-05-02');
    await live(loan, '2027-05-02');
    expect(await rewardsOf(loan)).toMatchObject([{ number: 1, paise: 1300, state: 'available' }]);
  });

  test('LEND-24: given interest waived by its due date, when the rest is paid on it, then that money earns', async () => {
    const loan = await lab.lend('let off', { ...W2, disbursedOn: day('2027-01-15') });
    await live(loan, '2027-02-14');
    expect(await deciding(lab).waive(loan, 'let off', 'interest', 10_000)).toBe(10_000);
    await pay(loan, 'let off', 510_000, '2027-02-15');
    await live(loan, '2027-02-15');
    expect(await rewardsOf(loan)).toMatchObject([{ number: 1, paise: 1275, state: 'available' }]);
  });

  test('LEND-24: at most ₹500 in a month, over all loans', async () => {
    const terms = { billPaise: 20_000_000, instalments: 1, disbursedOn: day('2027-01-05') };
    const first = await lab.lend('big a', { ...terms, billPaise: 12_000_000 });
    const second = await lab.lend('big b', { ...terms, billPaise: 12_000_000 });
    await pay(first, 'big a', 12_050_000, '2027-02-01');
    await pay(second, 'big b', 12_050_000, '2027-02-01');
    await live(first, '2027-02-06');
    expect((await rewardsOf(first)).map((row) => row.paise).toSorted((a, b) => a - b)).toEqual([
      19_875, 30_125,
    ]);
  });
});

describe('losing', () => {
  test('LEND-24: taken back when the repayment behind it is, unless it was used', async () => {
    const loan = await lab.lend('bounced back', { ...W2, disbursedOn: day('2027-01-15') });
    await pay(loan, 'bb 1', 520_000, '2027-02-15');
    await live(loan, '2027-02-16');
    const repaymentId = await lastRepayment(loan);
    await lab.worker.forUser(loan.userId, (tx) =>
      reverseRepayment(tx, { userId: loan.userId, repaymentId }, 'charged_back', lab.clock.now()),
    );
    // The money that the bank took back stands against the dispute, which other tests cover.
    await keep('2027-02-17');
    expect(await rewardsOf(loan)).toMatchObject([{ number: 1, state: 'clawed_back', used: false }]);
    expect(await balance(loan, 'L340')).toBe(0);
    expect(await balance(loan, 'E500')).toBe(0);
  });

  test('LEND-24: gone after twelve months', async () => {
    const loan = await lab.lend('forgetful', {
      billPaise: 1_000_000,
      instalments: 1,
      disbursedOn: day('2027-01-15'),
    });
    await pay(loan, 'forgetful', 1_020_000, '2027-02-14');
    await live(loan, '2027-02-14');
    const [row] = await rewardsOf(loan);
    expect(row).toMatchObject({ paise: 2550, state: 'available' });
    lab.set(noonOf(day('2028-02-13')));
    await keep('2028-02-12');
    expect((await rewardsOf(loan))[0]!.state).toBe('available');
    lab.set(noonOf(day('2028-02-15')));
    await keep('2028-02-13');
    expect((await rewardsOf(loan))[0]!.state).toBe('expired');
    expect(await balance(loan, 'L340')).toBe(0);
  });
});

describe('using', () => {
  test('LEND-16 journal 32: pays what is owed in the order of any repayment, whole, and once', async () => {
    const loan = await lab.lend('spender', { ...W2, disbursedOn: day('2027-01-15') });
    await pay(loan, 'sp 1', 520_000, '2027-02-15');
    await live(loan, '2027-03-15');
    await expect(spend(loan, 1299)).rejects.toThrow('rewards_exceed_repayment');
    const repaymentId = await spend(loan);
    const { rows } = await lab.owner.query(
      'select number, component, amount_paise::integer as paise from allocations where repayment_id = $1 and is_active',
      [repaymentId],
    );
    expect(rows).toEqual([{ number: 2, component: 'interest', paise: 1300 }]);
    expect(await rewardsOf(loan)).toMatchObject([{ number: 1, used: true }]);
    expect(await balance(loan, 'L340')).toBe(0);
    // Once more under the same repayment is nothing more.
    expect(await settleReward(lab.deps, { userId: loan.userId, repaymentId })).toBe(true);
    expect(await balance(loan, 'L340')).toBe(0);
  });

  test('LEND-24: what a reward paid and other money turns out to have covered becomes a reward again', async () => {
    const loan = await lab.lend('twice covered', { ...W2, disbursedOn: day('2027-01-15') });
    await pay(loan, 'tc 1', 520_000, '2027-02-15');
    await live(loan, '2027-03-20');
    await spend(loan);
    await live(loan, '2027-03-25');
    // The bank reports only now that everything was paid before the rewards were used.
    await pay(loan, 'tc 2', 1_034_643, '2027-03-14');
    expect(await balance(loan, 'L310')).toBeLessThanOrEqual(-1300);
    await keep('2027-03-25');
    const rewards = await rewardsOf(loan);
    expect(rewards.find((row) => row.number === null)).toMatchObject({
      paise: 1300,
      state: 'available',
      used: false,
    });
    const usable = rewards.filter((row) => row.state === 'available' && !row.used);
    expect(await balance(loan, 'L340')).toBe(-usable.reduce((sum, row) => sum + row.paise, 0));
    await keep('2027-03-25');
    expect(await rewardsOf(loan)).toHaveLength(rewards.length);
    // The bank takes that money back after all: the reward that was given back pays nothing a second time.
    const repaymentId = await lastRepayment(loan, 'checkout');
    await lab.worker.forUser(loan.userId, (tx) =>
      reverseRepayment(tx, { userId: loan.userId, repaymentId }, 'returned_by_bank', lab.clock.now()),
    );
    const { rows } = await lab.owner.query(
      `select a.component, a.amount_paise::integer as paise from allocations a
       join repayments r on r.id = a.repayment_id and r.channel = 'reward' where r.loan_id = $1 and a.is_active`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ component: 'excess', paise: 1300 }]);
    expect(await balance(loan, 'L310')).toBe(0);
  });
});

async function lastRepayment(loan: LabLoan, channel = '%'): Promise<string> {
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from repayments where user_id = $1 and channel like $2 and failure_reason is null order by received_at desc, created_at desc limit 1',
    [loan.userId, channel],
  );
  return rows[0]!.id;
}

test('a closed account gets no reward and no notification', async () => {
  const loan = await lab.lend('gone l', { ...W2, disbursedOn: day('2027-01-15') });
  await live(loan, '2027-02-14');
  await pay(loan, 'gone closes', 1_560_000, '2027-02-15');
  await lab.owner.query(
    "insert into account_closures (user_id, standing, answer, closed_at) values ($1, 'visitor', '{}', $2)",
    [loan.userId, lab.clock.now()],
  );
  const told = async () => {
    const { rows } = await lab.owner.query('select title from notifications where user_id = $1', [
      loan.userId,
    ]);
    return rows;
  };
  const before = await told();
  await keep('2027-02-15');
  expect(await rewardsOf(loan)).toEqual([]);
  expect(await told()).toEqual(before);
});
