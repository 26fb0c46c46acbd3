import { BREAK_KINDS } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as repo from './reconciliation.repo.ts';
import { reversePayment } from './reconciliation.unwind.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { atTheRail, BACK, BILL, DAY, PROMISED } from '#test/rail-lab.ts';

/** Compares hand bookings of staff about money at the rail with the rail's own word on the same money afterwards. */
const { hear, breaks, books, open, book, aDoubled } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A bill that the rail returned, and whose money it owes. */
async function aReturned(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const ids = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, ids, {}));
  expect(await books(loan)).toEqual({ A105: -BILL, A115: BILL });
  return loan;
}

test('LEND-16: what was given up and comes back after all is no loss any more, once, and staff see it: journal 36 back', async () => {
  const loan = await aReturned('lost');
  await book(loan, await open(loan, 'refund_due'), 'loss');
  expect(await books(loan)).toEqual({ A105: -BILL, E550: BILL });
  await hear(loan, PROMISED);
  expect(await books(loan)).toEqual({ A105: -BILL, E550: BILL });
  await hear(loan, BACK);
  await hear(loan, BACK);
  expect(await books(loan)).toEqual({});
  const said = (await breaks(loan)).filter((one) => one.kind === 'hand_booked');
  expect(said).toMatchObject([{ theirsPaise: BILL, resolution: null }]);
  const seen = await lab.worker.plain((tx) => repo.findBreak(tx, said[0]!.id));
  expect(repo.differenceOf(seen!).paise).toBe(0);
});

test('LEND-16: a refund that staff had booked is the one the rail tells of later: nothing is booked twice', async () => {
  const loan = await aReturned('arrived');
  await book(loan, await open(loan, 'refund_due'), 'refund_arrived');
  expect(await books(loan)).toEqual({});
  await hear(loan, BACK);
  expect(await books(loan)).toEqual({});
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['refund_due']);
});

test('LEND-21: the rail that still owes what staff booked as arrived is a difference, and no money moves', async () => {
  const loan = await aReturned('doubted');
  await book(loan, await open(loan, 'refund_due'), 'refund_arrived');
  await hear(loan, PROMISED);
  expect(await books(loan)).toEqual({});
  expect(await breaks(loan)).toContainEqual(
    expect.objectContaining({ kind: 'hand_booked', theirsPaise: 0, resolution: null }),
  );
});

test.each([
  ['nothing yet', undefined, {}, 'settled'],
  ['a loss', 'loss', {}, 'loss'],
  ['its return', 'rail_returned', {}, 'rail_returned'],
] as const)(
  'LEND-X5: the money of a late success that the rail gives back is booked once, after staff booked %s',
  async (name, resolution, ends, cleared) => {
    const terms = { billPaise: BILL, instalments: 3, disbursedOn: DAY, isRefused: true };
    const loan = await lab.lend(`${name.replaceAll(' ', '-')} l`, terms);
    expect(await books(loan)).toEqual({});
    await hear(loan, { state: 'success' });
    expect(await books(loan)).toEqual({ A105: -BILL, A230: BILL });
    const late = (await breaks(loan)).find((one) => one.kind === 'late_success')!;
    if (resolution) await book(loan, late.id, resolution);
    await hear(loan, BACK);
    expect(await books(loan)).toEqual(ends);
    expect((await breaks(loan)).find((one) => one.id === late.id)).toMatchObject({ resolution: cleared });
  },
);

test('LEND-X5: of a late success the rail owes what it took once, also where it says so before it is back', async () => {
  const terms = { billPaise: BILL, instalments: 3, disbursedOn: DAY, isRefused: true };
  const loan = await lab.lend('promised l', terms);
  await hear(loan, { state: 'success' });
  await hear(loan, PROMISED);
  expect(await books(loan)).toEqual({ A105: -BILL, A230: BILL });
  await hear(loan, BACK);
  expect(await books(loan)).toEqual({});
  expect(await breaks(loan)).toMatchObject([{ kind: 'late_success', resolution: 'settled' }]);
});

test('LEND-X10: of a bill that was paid twice, the return of the second freezes nothing', async () => {
  const loan = await lab.lend('twice l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const freezes = async () =>
    (await lab.owner.query('select word from loan_freezes where loan_id = $1', [loan.loanId])).rows;
  await lab.owner.query('update payment_attempts set provider_ref = null where payment_id = $1', [
    loan.loanId,
  ]);
  await hear(loan, { state: 'success' }, 'R-first');
  await hear(loan, { state: 'success' }, 'R-again');
  await hear(loan, BACK, 'R-again');
  expect(await freezes()).toEqual([]);
  await hear(loan, PROMISED, 'R-first');
  expect(await freezes()).toEqual([{ word: 'refund_requested' }]);
});

test('LEND-21: the return of what was executed twice ends that difference, and leaves the bill as it is', async () => {
  const loan = await aDoubled('doubled');
  await hear(loan, PROMISED, 'doubled-again');
  expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution: null }]);
  await hear(loan, BACK, 'doubled-again');
  await hear(loan, BACK, 'doubled-again');
  expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution: 'settled' }]);
  expect(await books(loan)).toEqual({ A105: -BILL });
  const { rows } = await lab.owner.query('select bill_status, needs_review from payments where id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ bill_status: 'paid', needs_review: false }]);
});

test.each([
  ['loss', { A105: -BILL }],
  ['rail_returned', { A105: -BILL }],
] as const)(
  'LEND-21: what was executed twice and comes back after staff had booked it as %s is booked once',
  async (resolution, ends) => {
    const name = `double-${resolution.replace('_', '-')}`;
    const loan = await aDoubled(name);
    const [duplicate] = await breaks(loan);
    await book(loan, duplicate!.id, resolution);
    await hear(loan, BACK, `${name}-again`);
    expect(await books(loan)).toEqual(ends);
    expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution }]);
  },
);

test('LEND-21: what was executed twice and ends as a failure says nothing against the bill, and its refund ends that difference', async () => {
  const loan = await aDoubled('failing');
  await hear(loan, { state: 'failure', refundStatus: 'requested' }, 'failing-again');
  expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution: null }]);
  await hear(loan, { state: 'failure', refundStatus: 'processed' }, 'failing-again');
  expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution: 'settled' }]);
  expect(await books(loan)).toEqual({ A105: -BILL });
  const { rows } = await lab.owner.query('select bill_status, needs_review from payments where id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ bill_status: 'paid', needs_review: false }]);
});

test('LEND-21: the refund of a try that never was executed leaves what was executed twice as it is', async () => {
  const loan = await aDoubled('tried');
  await hear(loan, { state: 'failure', refundStatus: 'processed' }, 'tried-before');
  expect(await breaks(loan)).toMatchObject([{ kind: 'duplicate', resolution: null }]);
  expect(await books(loan)).toEqual({ A105: -2 * BILL, A230: BILL });
});

test('LEND-X9: that the bill itself failed is a contradiction still, also beside what was too many', async () => {
  const loan = await aDoubled('against');
  await hear(loan, { state: 'failure' }, 'against-first');
  expect((await breaks(loan)).map((one) => one.kind).toSorted()).toEqual(['contradiction', 'duplicate']);
});

test('LEND-18: where the bill itself comes back and not what was too many, the bill is what is looked at', async () => {
  const loan = await aDoubled('itself');
  await hear(loan, BACK, 'itself-first');
  expect((await breaks(loan)).map((one) => one.kind).toSorted()).toEqual(['duplicate', 'returned']);
});

test('LEND-21: the kinds of differences the database knows are those that can be cleared', async () => {
  const { rows } = await lab.owner.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'reconciliation_breaks_kind_check'",
  );
  const kinds = [...rows[0]!.definition.matchAll(/'([a-z_]+)'::text/g)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(new Set(BREAK_KINDS));
});
