import { loanBooked, openingOf } from '@mohlat/lending';
import { businessDate, emiSchedule, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { markPaid, type PaidFacts } from './work.repo.ts';

const DAY = businessDate('2028-01-31');
const [billPaise, feePaise] = [paise(1_234_567), paise(24_691)];
const schedule = emiSchedule({ billPaise, feePaise, rateBps: 1_175, count: 3, anchorOn: DAY });

let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('sent l', { billPaise, instalments: 3, disbursedOn: DAY, isUnanswered: true });
});
afterAll(() => lab.close());

/** The facts of a payment that its bank made, without its days. */
const paidOf = (loanId: string) => ({
  paidAt: `${DAY}T06:30:00Z`,
  disbursedOn: DAY,
  noNewPenalThroughOn: null,
  railReference: 'LAB',
  railFeePaise: 0,
  postings: loanBooked({
    loanId,
    bookedOn: DAY,
    billPaise,
    feePaise,
    gstBps: 1_800,
    supply: { supplierState: null, supplyState: null },
  }).lines,
});

/** Books the loan with these words of its days, in a transaction that is taken back, and answers the days that stand. */
async function booked(days: object): Promise<unknown> {
  const undone = new Error('undone');
  let found: unknown;
  const facts = { ...paidOf(loan.loanId), ...days } as PaidFacts;
  const done = lab.worker.forUser(loan.userId, async (tx: Tx) => {
    const ids = { userId: loan.userId, paymentId: loan.loanId };
    expect(await markPaid(tx, ids, lab.clock.now(), facts)).toBe(true);
    found = await tx.call(
      `select d.closed_through_on as "closedThroughOn", json_agg(json_build_array(i.start_on, i.due_on) order by i.number) as periods
       from loan_days d join instalments i on i.user_id = d.user_id and i.loan_id = d.loan_id group by 1`,
    );
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return found;
}

const PERIODS = [
  ['2028-01-31', '2028-02-29'],
  ['2028-02-29', '2028-03-31'],
  ['2028-03-31', '2028-04-30'],
];

test('LEND-A1: given a bill that is paid, then its loan is booked with the days that the rule says', async () => {
  const opening = openingOf(schedule, DAY);
  expect(await booked(opening)).toEqual([{ closedThroughOn: '2028-01-30', periods: PERIODS }]);
  const [first, ...others] = opening.instalments;
  const told = {
    closedThroughOn: '2028-01-31',
    instalments: [{ ...first, startOn: '2028-02-01' }, ...others],
  };
  expect(await booked(told)).toEqual([
    { closedThroughOn: '2028-01-31', periods: [['2028-02-01', '2028-02-29'], ...PERIODS.slice(1)] },
  ]);
});

test.each([
  [
    'paid',
    'payment_paid($1, $2, $3, $4)',
    (loanId: string) => ({ ...paidOf(loanId), ...openingOf(schedule, DAY) }),
  ],
  ['refused', 'payment_failed($1, $2, $3, $4, false)', () => 'refused'],
  ['unanswered', 'payment_unknown($1, $2, $3, $4)', () => 'unknown'],
])(
  'LEND-18: given two payments at the bank, when one is %s, then the other stands',
  async (name, call, said) => {
    const terms = { billPaise, instalments: 3, disbursedOn: DAY, isUnanswered: true };
    const [one, other] = [await lab.lend(`${name} l`, terms), await lab.lend(`${name} m`, terms)];
    const stands = (tx: Tx) =>
      tx.call(
        `select a.state, r.state as reservation from payment_attempts a
         join reservations r on r.user_id = a.user_id and r.payment_id = a.payment_id where a.payment_id = $1`,
        [other.loanId],
      );
    const undone = new Error('undone');
    const done = lab.worker.forUser(one.userId, async (tx) => {
      const [row] = await tx.call<{ ended: boolean }>(`select ${call} as ended`, [
        one.userId,
        one.loanId,
        lab.clock.now(),
        said(one.loanId),
      ]);
      expect(row?.ended).toBe(true);
      expect(await stands(tx)).toEqual([{ state: 'sending', reservation: 'held' }]);
      throw undone;
    });
    await expect(done).rejects.toBe(undone);
  },
);

test('LEND-X5: given two failed payments, when one was paid after all, then the other may be told of, too', async () => {
  const terms = { billPaise, instalments: 3, disbursedOn: DAY, isUnanswered: true };
  const [one, other] = [await lab.lend('late l', terms), await lab.lend('late m', terms)];
  const undone = new Error('undone');
  const done = lab.worker.forUser(one.userId, async (tx) => {
    for (const { userId, loanId } of [one, other])
      await tx.call("select payment_failed($1, $2, $3, 'refused', false)", [userId, loanId, lab.clock.now()]);
    await tx.call("select ledger_transfer('rail_took', $1, $2, $2, $3, $4, $5)", [
      one.userId,
      one.loanId,
      DAY,
      billPaise,
      lab.clock.now(),
    ]);
    const begun = ({ userId, loanId }: LabLoan) =>
      tx.call('select bill_paise::integer as bill from late_success_begin($1, $2)', [userId, loanId]);
    expect(await begun(one)).toEqual([]);
    expect(await begun(other)).toEqual([{ bill: billPaise }]);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
});

test('LEND-A1: given a process of the version before, which says no days, then the loan is booked with the same', async () => {
  expect(await booked({ instalments: schedule })).toEqual([
    { closedThroughOn: '2028-01-30', periods: PERIODS },
  ]);
});
