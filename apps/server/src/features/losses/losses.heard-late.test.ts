import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFactsOn, toPayment } from '#features/payments/index.ts';
import { settleBreaks } from '#features/reconciliation/reconciliation.cleared.ts';
import { READ_TASK, reconciliationJobs } from '#features/reconciliation/reconciliation.read.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

/** Money that the rail took before a lower sum was agreed, and told of after it. Nothing was repaid of a loan of 15,600 rupees. */
const AGREED_ON = addDays(EMI3.disbursedOn, 140);
const PAID_AT = noonOf(addDays(AGREED_ON, -1));
const AGREED_PAISE = 300_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan of which the rail took money the day before a sum was agreed; it says so the day after. */
async function heardAfter(name: string, paidPaise: number): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  lab.set(noonOf(AGREED_ON));
  await lab.catchUp(loan, addDays(AGREED_ON, -1));
  await deciding(lab).agree(loan, name, AGREED_PAISE, addDays(AGREED_ON, 14));
  expect((await shownOf(loan)).settlement).toMatchObject({ restPaise: AGREED_PAISE });
  lab.set(noonOf(addDays(AGREED_ON, 1)));
  await lab.credit(loan, `${name} before`, paidPaise, PAID_AT);
  return loan;
}

const today = (): BusinessDate => lab.clock.today();
async function shownOf({ userId, loanId }: LabLoan) {
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, today()));
  return toPayment(facts!, today());
}

test('LEND-W6, LEND-24: given money of before an agreement heard of after it, then the agreed sum stands whole', async () => {
  const loan = await heardAfter('stands', 400_000);
  const { outstandingPaise, settlement } = await shownOf(loan);
  // Two late charges stand as before; the money covers the bill of the first instalment.
  expect([settlement!.restPaise, outstandingPaise > AGREED_PAISE]).toEqual([AGREED_PAISE, true]);
  await lab.credit(loan, 'stands short', AGREED_PAISE - 1, lab.clock.now());
  expect((await shownOf(loan)).settlement).toMatchObject({ restPaise: 1 });
  await lab.credit(loan, 'stands rest', 1, lab.clock.now());
  expect((await shownOf(loan)).ending).toEqual({ kind: 'settled', on: today() });
});

test('LEND-W6, LEND-24: given money heard of late that leaves less than the agreed sum, then what is owed ends the loan', async () => {
  const loan = await heardAfter('lower', 1_500_000);
  const { outstandingPaise, settlement } = await shownOf(loan);
  expect(outstandingPaise).toBeLessThan(AGREED_PAISE);
  expect(settlement).toBeNull();
  await lab.credit(loan, 'lower rest', outstandingPaise, lab.clock.now());
  expect((await shownOf(loan)).ending).toEqual({ kind: 'repaid', on: today() });
});

const WRITTEN_OFF_ON = businessDate('2027-08-15');

/** The loan, its write-offs and what finance is told of them, once what ended by itself is cleared. */
async function lossesOf({ loanId }: LabLoan) {
  await lab.worker.plain((tx) => settleBreaks(tx, lab.clock.now()));
  const { rows } = await lab.owner.query<{ status: string; isApplied: boolean; said: unknown }>(
    `select l.status, w.is_applied as "isApplied", (
       select json_agg(json_build_object('kind', b.kind, 'owner', b.owner, 'ours', b.ours_paise,
         'left', b.detail->'leftPaise', 'resolution', b.resolution))
       from reconciliation_breaks b where b.payment_id = l.id and b.reference = w.id::text) as said
     from loans l join write_offs w on w.loan_id = l.id where l.id = $1 order by w.decided_at`,
    [loanId],
  );
  return rows;
}

const TOLD = { kind: 'hand_booked', owner: 'finance', ours: 1_680_000, left: 120_000 };

/** A loan whose write-off came to nothing: money of before it, heard of three days after it, leaves 1,200 rupees. */
async function voided(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  lab.set(noonOf(WRITTEN_OFF_ON));
  await deciding(lab).writeOff(loan, name);
  lab.set(noonOf(addDays(WRITTEN_OFF_ON, 3)));
  await lab.credit(loan, `${name} late`, 1_560_000, noonOf(addDays(WRITTEN_OFF_ON, -5)));
  expect(await lossesOf(loan)).toEqual([
    { status: 'npa', isApplied: false, said: [{ ...TOLD, resolution: null }] },
  ]);
  return loan;
}

test('LEND-D5, LEND-W6: given money of before that leaves 153 days past due, then the write-off comes to nothing and finance is told', async () => {
  const loan = await voided('void');
  const ids = { userId: loan.userId, repaymentId: idOf('repayment void late') };
  await lab.worker.forUser(loan.userId, (tx) => reverseRepayment(tx, ids, 'charged_back', lab.clock.now()));
  expect(await lossesOf(loan)).toEqual([
    { status: 'written_off', isApplied: true, said: [{ ...TOLD, resolution: 'settled' }] },
  ]);
});

test.each([
  ['before the write-off', -4],
  ['after it', 1],
  ['the day it is heard of', 3],
])(
  'LEND-W6: given a write-off that came to nothing, when money of %s that repays the rest comes, then the difference is over',
  async (name, days) => {
    const loan = await voided(name);
    await lab.credit(loan, `${name} rest`, 200_000, noonOf(addDays(WRITTEN_OFF_ON, days)));
    expect(await lossesOf(loan)).toEqual([
      { status: 'closed', isApplied: false, said: [{ ...TOLD, resolution: 'settled' }] },
    ]);
  },
);

test('LEND-21: given a write-off that came to nothing, when its loan is repaid and no list can be read, then the difference is over', async () => {
  const loan = await voided('unread');
  await lab.credit(loan, 'unread rest', 200_000, lab.clock.now());
  const listPayments = (): AsyncIterable<never> => {
    throw new ProviderUnreachable({ provider: 'setu_billpay', op: 'listPayments', message: 'no answer' });
  };
  const deps = { ...lab.deps, providers: { billPayment: { listPayments } } } as never;
  const read = reconciliationJobs(deps).find(({ task }) => task === READ_TASK)!;
  await read.run({ day: today() }, { attempt: 1, isLastAttempt: false });
  const { rows } = await lab.owner.query(
    'select resolution from reconciliation_breaks where payment_id = $1',
    [loan.loanId],
  );
  expect(rows).toEqual([{ resolution: 'settled' }]);
});

test('LEND-D5: given a write-off that came to nothing, when another does too, then finance is told of that one', async () => {
  const loan = await voided('twice');
  const on = addDays(WRITTEN_OFF_ON, 40);
  lab.set(noonOf(on));
  await lab.catchUp(loan, addDays(on, -1));
  await deciding(lab).writeOff(loan, 'twice again');
  const over = { isApplied: false, said: [{ ...TOLD, resolution: 'settled' }] };
  expect(await lossesOf(loan)).toEqual([
    { ...over, status: 'written_off' },
    { status: 'written_off', isApplied: true, said: null },
  ]);
  lab.set(noonOf(addDays(on, 3)));
  await lab.credit(loan, 'twice later', 50_000, noonOf(addDays(on, -20)));
  expect(await lossesOf(loan)).toEqual([
    { ...over, status: 'npa' },
    {
      status: 'npa',
      isApplied: false,
      said: [expect.objectContaining({ kind: 'hand_booked', resolution: null })],
    },
  ]);
});
