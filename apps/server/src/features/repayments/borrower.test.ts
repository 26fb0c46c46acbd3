import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { reverseRepayment } from './index.ts';
import { bookOutcome, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const day = (text: string) => text as BusinessDate;
const W2 = { billPaise: 1_500_000, instalments: 3 };
const PAID_ON = ['2027-02-15', '2027-03-15', '2027-04-15'] as const;
const HEARD_ON = day('2027-06-20');

let atOnce: Lab;
let late: Lab;
beforeAll(async () => {
  [atOnce, late] = await Promise.all([openLab(), openLab()]);
});
afterAll(async () => {
  for (const lab of [atOnce, late]) {
    expect(await lab.broken()).toEqual([]);
    await lab.close();
  }
});

interface Owed {
  readonly quiet: LabLoan;
  readonly good: LabLoan;
  readonly ended: LabLoan;
}

/** One borrower, three loans: of one nothing is heard for long, one is paid on time, one is closed early. */
async function lend(lab: Lab): Promise<Owed> {
  const quiet = await lab.lend('meera quiet', { ...W2, disbursedOn: day('2027-01-15') });
  const good = await lab.lend('meera good', { ...W2, disbursedOn: day('2027-03-20') });
  const ended = await lab.lend('meera ended', { ...W2, disbursedOn: day('2027-03-20') });
  return { quiet, good, ended };
}

async function live(lab: Lab, { quiet, good, ended }: Owed, isHeardAtOnce: boolean): Promise<void> {
  const pay = async (on: string, name: string, loan: LabLoan, amountPaise: number) => {
    await closeThrough(lab, quiet, addDays(day(on), -1));
    await lab.credit(loan, name, amountPaise, noonOf(day(on)));
  };
  const quietly = async (on: string, name: string) => {
    if (isHeardAtOnce) await pay(on, name, quiet, 520_000);
  };
  await quietly(PAID_ON[0], 'q1');
  await quietly(PAID_ON[1], 'q2');
  await quietly(PAID_ON[2], 'q3');
  await pay('2027-04-20', 'g1', good, 520_000);
  await pay('2027-05-18', 'e1', ended, 1_570_000);
  await pay('2027-05-20', 'g2', good, 520_000);
  await closeThrough(lab, quiet, addDays(HEARD_ON, -1));
  if (!isHeardAtOnce)
    for (const [index, on] of PAID_ON.entries())
      await lab.credit(quiet, `q${index + 1}`, 520_000, noonOf(day(on)));
  await closeThrough(lab, quiet, addDays(HEARD_ON, 5));
}

async function closeThrough(lab: Lab, loan: LabLoan, on: BusinessDate): Promise<void> {
  lab.set(noonOf(addDays(on, 1)));
  await lab.catchUp(loan, on);
}

async function classesOf(lab: Lab, loan: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ class: string; count: number }>(
    `select class, count(*)::integer as count from dpd_log where user_id = $1 and loan_id = $2 and is_active group by 1`,
    [loan.userId, loan.loanId],
  );
  return Object.fromEntries(rows.map((row) => [row.class, row.count]));
}

test('LEND-D2: what makes a borrower perform again in the past does so for all their loans', async () => {
  await live(atOnce, await lend(atOnce), true);
  const owed = await lend(late);
  const { quiet, good } = owed;
  await live(late, owed, false);
  expect(await classesOf(late, quiet)).not.toHaveProperty('NPA');
  expect(await classesOf(late, good)).not.toHaveProperty('NPA');
  expect(await bookOutcome(late)).toEqual(await bookOutcome(atOnce));
});

/** Events that take a loan out of arrears, heard of long after the day they happened. */
const HEARD = {
  'a bill that the rail returned': async (lab: Lab, loan: LabLoan) => {
    const ids = { ...loan, paymentId: loan.loanId };
    const undone = await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, ids, {}));
    expect(undone).not.toBeNull();
  },
  'a loan that was repaid': async (lab: Lab, loan: LabLoan) => {
    await lab.credit(loan, 'everything', 1_560_000, noonOf(day('2027-01-18')));
  },
};

test.each(Object.entries(HEARD))(
  'LEND-D2, LEND-W6, LEND-16: %s, heard of late, leaves other loans as if heard at once, but for untold charges',
  async (_, hear) => {
    const labs = [await openLab(), await openLab()] as const;
    const outcomes: Record<'good' | 'slow' | 'charged', unknown>[] = [];
    for (const [lab, heardOn] of [
      [labs[0], '2027-01-18'],
      [labs[1], '2027-06-20'],
    ] as const) {
      const unheard = await lab.lend('meera unheard', { ...W2, disbursedOn: day('2027-01-15') });
      const reach = async (on: string) => {
        await closeThrough(lab, unheard, addDays(day(on), -1));
        if (on === heardOn) await hear(lab, unheard);
      };
      await reach('2027-01-18');
      const good = await lab.lend('meera good', { ...W2, disbursedOn: day('2027-03-20') });
      const slow = await lab.lend('meera slow', { ...W2, disbursedOn: day('2027-03-20') });
      for (const [name, loan, on] of [
        ['g1', good, '2027-04-20'],
        ['g2', good, '2027-05-20'],
        ['s1', slow, '2027-05-24'],
      ] as const) {
        await reach(on);
        await lab.credit(loan, name, 520_000, noonOf(day(on)));
      }
      await reach('2027-06-20');
      await closeThrough(lab, unheard, day('2027-06-25'));
      // The loan itself ended on another day; of the others not even that differs, but for what was never charged.
      type Outcome = {
        readonly id: string;
        readonly charges: { levied_on: string }[];
        readonly accounts: unknown;
      };
      const outcome = (await bookOutcome(lab)) as Outcome[];
      const { charges, accounts: _accounts, ...rest } = outcome.find(({ id }) => id === slow.loanId)!;
      outcomes.push({
        good: outcome.find(({ id }) => id === good.loanId),
        slow: rest,
        charged: charges.map((one) => one.levied_on).toSorted(),
      });
      expect(await classesOf(lab, good)).not.toHaveProperty('NPA');
      expect(await lab.broken()).toEqual([]);
    }
    const { rows } = await labs[1].owner.query<{ class: string }>('select distinct class from dpd_log');
    // It was lived through: before it was heard of, the borrower had stopped performing.
    expect(rows.map((row) => row.class)).toContain('NPA');
    const charged = ['2027-04-24', '2027-05-24', '2027-05-24', '2027-06-23', '2027-06-24'];
    expect(outcomes[0]).toMatchObject({ charged });
    // LEND-W7: nothing was charged while the borrower did not perform, and no charge comes to light that the borrower was not told of.
    const told = charged.filter((on) => on !== '2027-05-24');
    expect(outcomes[1]).toEqual({ ...outcomes[0], charged: told });
    for (const lab of labs) await lab.close();
  },
);

test('LEND-D2, LEND-W7: what a bank takes back makes all loans of the borrower stop performing, from the same day', async () => {
  const lab = atOnce;
  const { rows: paid } = await lab.owner.query<{ id: string; user_id: string; loan_id: string }>(
    `select r.id, r.user_id, r.loan_id from repayments r join loans l on l.id = r.loan_id
     where l.disbursed_on = '2027-01-15' order by r.value_on`,
  );
  expect(paid).toHaveLength(3);
  for (const { id: repaymentId, user_id: userId } of paid)
    await lab.worker.forUser(userId, (tx) =>
      reverseRepayment(tx, { userId, repaymentId }, 'charged_back', lab.clock.now()),
    );
  const { rows } = await lab.owner.query<{ since: string }>(
    `select min(g.business_on)::text as since from dpd_log g where g.is_active and g.class = 'NPA' group by g.loan_id`,
  );
  // The third was closed early two days after: it has NPA days, too, for as long as it lived.
  expect(rows.map((row) => row.since)).toEqual(['2027-05-16', '2027-05-16', '2027-05-16']);
});

test('LEND-W4, LEND-L3: given money that is taken back, when another loan lives again without its late charge, then that goes back to its payer', async () => {
  const until = (on: string) => closeThrough(atOnce, first, addDays(day(on), -1));
  const first = await atOnce.lend('tara first', { ...W2, disbursedOn: day('2027-01-15') });
  await until('2027-02-14');
  await atOnce.credit(first, 'tara closes', 1_544_516, noonOf(day('2027-02-14')));
  const other = await atOnce.lend('tara other', { ...W2, instalments: 1, disbursedOn: day('2027-05-01') });
  await until('2027-06-10');
  await atOnce.credit(other, 'tara late', 1_565_000, noonOf(day('2027-06-10')));
  await until('2027-06-20');
  const ids = { userId: first.userId, repaymentId: idOf('repayment tara closes') };
  await atOnce.worker.forUser(first.userId, (tx) =>
    reverseRepayment(tx, ids, 'charged_back', noonOf(day('2027-06-20'))),
  );
  const { rows } = await atOnce.owner.query(
    'select loan_id, amount_paise::integer as paise from refunds where user_id = $1',
    [first.userId],
  );
  expect(rows).toEqual([{ loan_id: other.loanId, paise: 35_000 }]);
});
