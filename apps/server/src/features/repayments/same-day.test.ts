import { businessDate, type BusinessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

type Payment = readonly [name: string, intent: 'emi' | 'exit' | 'part_prepay', paise: number, at: string];

const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

/** The loan once these were heard of one after the other, and what goes back to the payer. */
async function afterHearing(on: BusinessDate, heard: readonly Payment[]) {
  const lab = await openLab();
  try {
    const loan = await lab.lend('p l', TERMS);
    lab.set(noonOf(on));
    await lab.catchUp(loan, businessDate(new Date(Date.parse(on) - 86_400_000).toISOString().slice(0, 10)));
    for (const [name, intent, paise, at] of heard) await lab.credit(loan, name, paise, new Date(at), intent);
    expect(await lab.broken()).toEqual([]);
    const { rows } = await lab.owner.query(
      `select l.status,
         (select sum(principal_paise + fee_paise + interest_paise - paid_principal_paise - paid_fee_paise - paid_interest_paise)
          from instalments i where i.loan_id = l.id and i.is_active) as unpaid,
         (select sum(f.amount_paise) from refunds f where f.loan_id = l.id) as returned
       from loans l where l.id = $1`,
      [loan.loanId],
    );
    return rows[0];
  } finally {
    await lab.close();
  }
}

test.each<[string, string, Payment, Payment]>([
  [
    'cancelled in the morning and closed at noon',
    '2027-01-16',
    ['exit', 'exit', 1_500_980, '2027-01-16T03:30:00Z'],
    ['close', 'emi', 1_530_484, '2027-01-16T06:00:00Z'],
  ],
  [
    'a part paid early in the morning and more at noon',
    '2027-01-31',
    ['part', 'part_prepay', 500_000, '2027-01-31T03:30:00Z'],
    ['more', 'emi', 352_700, '2027-01-31T06:00:00Z'],
  ],
  [
    'a part paid early and more in one second',
    '2027-01-31',
    ['part', 'part_prepay', 500_000, '2027-01-31T03:30:00Z'],
    ['more', 'emi', 352_700, '2027-01-31T03:30:00Z'],
  ],
])(
  'LEND-W5: %s: money of a day counts in the order it was paid in, whichever is heard of first',
  async (_, on, first, second) => {
    const inOrder = await afterHearing(businessDate(on), [first, second]);
    expect(await afterHearing(businessDate(on), [second, first])).toEqual(inOrder);
  },
);

test('LEND-W5, LEND-8: given a loan that was left, when two payments of a later day are heard of in reverse, then it stays left and both go back', async () => {
  const lab = await openLab();
  try {
    const loan = await lab.lend('p l', TERMS);
    lab.set(noonOf(businessDate('2027-01-17')));
    await lab.credit(loan, 'exit', 1_501_959, noonOf(businessDate('2027-01-17')), 'exit');
    lab.set(new Date('2027-03-21T09:30:00Z'));
    await lab.credit(loan, 'noon', 520_000, new Date('2027-03-21T06:30:00Z'));
    await lab.credit(loan, 'morning', 520_000, new Date('2027-03-21T04:30:00Z'));
    const { rows } = await lab.owner.query(
      `select l.status, l.closed_on as "closedOn", l.rewound_count as "rewoundCount",
         (select sum(f.amount_paise)::int from refunds f where f.loan_id = l.id) as returned
       from loans l where l.id = $1`,
      [loan.loanId],
    );
    expect(rows).toEqual([
      { status: 'exited', closedOn: '2027-01-17', rewoundCount: 0, returned: 1_040_000 },
    ]);
    expect(await lab.broken()).toEqual([]);
  } finally {
    await lab.close();
  }
});

/** The late charge, and the money held for later instalments. */
async function findCharge(lab: Lab, { loanId }: LabLoan) {
  const { rows } = await lab.owner.query(
    `select c.paid_paise as "paidPaise", c.waived_paise as "waivedPaise", (select sum(w.applied_paise)::int from waivers w where w.loan_id = c.loan_id) as "appliedPaise",
       (select coalesce(sum(a.amount_paise), 0)::int from allocations a where a.loan_id = c.loan_id and a.is_active and a.is_earmark) as "heldPaise"
     from charges c where c.loan_id = $1 and c.reversed_on is null`,
    [loanId],
  );
  return rows;
}

test('LEND-W5, LEND-W6: given a charge waived at noon, when money of that morning is heard of, then it counts before it, and a later replay leaves it so', async () => {
  const lab = await openLab();
  try {
    const loan = await lab.lend('p l', TERMS);
    lab.set(noonOf(businessDate('2027-02-20')));
    expect(await deciding(lab).waive(loan, 'noon', 'penal', 20_000)).toBe(20_000);
    lab.set(new Date('2027-02-20T09:30:00Z'));
    await lab.credit(loan, 'morning', 540_000, new Date('2027-02-20T04:30:00Z'));
    const inOrder = { paidPaise: 20_000, waivedPaise: 0, appliedPaise: 0 };
    expect(await findCharge(lab, loan)).toEqual([{ ...inOrder, heldPaise: 0 }]);
    lab.set(noonOf(businessDate('2027-02-25')));
    await lab.credit(loan, 'late', 100, noonOf(businessDate('2027-02-18')));
    expect(await findCharge(lab, loan)).toEqual([{ ...inOrder, heldPaise: 100 }]);
    expect(await lab.broken()).toEqual([]);
  } finally {
    await lab.close();
  }
});

test('LEND-W5, LEND-D5: given a loan written off at noon, when money of that morning is heard of, then it repays and the rest is written off', async () => {
  const lab = await openLab();
  try {
    const loan = await lab.lend('p l', TERMS);
    lab.set(noonOf(businessDate('2027-10-01')));
    await deciding(lab).writeOff(loan, 'noon');
    await lab.credit(loan, 'morning', 500_000, new Date('2027-10-01T04:30:00Z'));
    const { rows } = await lab.owner.query(
      `select l.status, (
         select sum(p.amount_paise)::int from postings p where p.loan_id = l.id and p.account = 'E520') as "lostPaise", (
         select sum(p.amount_paise)::int from postings p where p.loan_id = l.id and p.account = 'I430') as "recoveredPaise"
       from loans l where l.id = $1`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ status: 'written_off', lostPaise: 1_030_000, recoveredPaise: null }]);
    expect(await lab.broken()).toEqual([]);
  } finally {
    await lab.close();
  }
});
