import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFactsOn, toPayment } from '#features/payments/index.ts';
import { deciding } from '#test/deciding.ts';
import { dispute } from '#test/disputing.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { lossApprovals } from './losses.approvals.ts';
import { debtOn } from './losses.service.ts';
import { lossJobs } from './losses.tell.ts';

/** A lower sum agreed for a loan of which ₹10,000 were repaid, and banks that take money back after it. */
const PAID_ON = addDays(EMI3.disbursedOn, 31);
const AGREED_ON = addDays(EMI3.disbursedOn, 60);
const PAID_PAISE = 1_000_000;
const AGREED_PAISE = 300_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const today = (): BusinessDate => lab.clock.today();
const onDay = (loan: LabLoan, on: BusinessDate) => {
  lab.set(noonOf(on));
  return lab.catchUp(loan, addDays(on, -1));
};

async function agreedAbout(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  await onDay(loan, PAID_ON);
  await lab.credit(loan, name, PAID_PAISE, lab.clock.now());
  await onDay(loan, AGREED_ON);
  await deciding(lab).agree(loan, name, AGREED_PAISE, addDays(AGREED_ON, 30));
  return loan;
}

async function pay(loan: LabLoan, name: string, amountPaise: number, on: BusinessDate): Promise<void> {
  await onDay(loan, on);
  await lab.credit(loan, name, amountPaise, lab.clock.now());
}

/** The bank of a payer disputes a repayment; the rail says on a day how that stands. */
async function hear(name: string, on: BusinessDate, status: string, amountPaise = PAID_PAISE): Promise<void> {
  lab.set(noonOf(on));
  await dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);
}

async function shownOf({ userId, loanId }: LabLoan) {
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, today()));
  return toPayment(facts!, today());
}

/** Does the waiting jobs of losses about a loan; answers what its owner was told by them. */
async function toldOf({ userId, loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ task: string; payload: Record<string, string> }>(
    `select t.identifier as task, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier like 'losses.tell_%' and j.payload ->> 'loanId' = $1 order by j.id`,
    [loanId],
  );
  for (const { task, payload } of rows)
    await lossJobs(lab.deps)
      .find((one) => one.task === task)!
      .run(payload, {} as never);
  const told = await lab.owner.query<{ title: string; description: string }>(
    `select title, description from notifications where user_id = $1 and title like any ('{The lower sum%,Agreed:%}') order by at, id`,
    [userId],
  );
  return told.rows.map(({ title, description }) => `${title}. ${description}`);
}

test('LEND-24, LEND-W7: given money of before an agreement that is charged back, when the agreed sum comes, then it ends nothing', async () => {
  const loan = await agreedAbout('before');
  expect((await shownOf(loan)).settlement).toMatchObject({ restPaise: AGREED_PAISE });
  await hear('before', addDays(AGREED_ON, 2), 'lost');
  const { settlement, outstandingPaise } = await shownOf(loan);
  expect(settlement).toBeNull();
  await pay(loan, 'before sum', AGREED_PAISE, addDays(AGREED_ON, 4));
  const after = await shownOf(loan);
  expect(after.ending).toBeNull();
  expect(after.outstandingPaise).toBeGreaterThanOrEqual(outstandingPaise - AGREED_PAISE);
  // Its owner hears it, and a new sum may be agreed.
  expect(await toldOf(loan)).toEqual([
    expect.stringMatching(
      /^The lower sum agreed for your loan no longer holds\. .*A bank took back a repayment/,
    ),
  ]);
  const { userId } = loan;
  expect((await lab.worker.forUser(userId, (tx) => debtOn(tx, loan, today()))).isAgreed).toBe(false);
});

test('LEND-24, LEND-W7: given a loan that the agreed sum ended, when money of before is charged back, then it is owed again', async () => {
  const loan = await agreedAbout('ended');
  const { outstandingPaise: owed } = await shownOf(loan);
  await pay(loan, 'ended sum', AGREED_PAISE, addDays(AGREED_ON, 2));
  expect((await shownOf(loan)).ending).toMatchObject({ kind: 'settled' });
  await hear('ended', addDays(AGREED_ON, 4), 'lost');
  const { ending, outstandingPaise } = await shownOf(loan);
  expect([ending, outstandingPaise]).toEqual([null, owed + PAID_PAISE - AGREED_PAISE]);
  expect(await toldOf(loan)).toHaveLength(1);
  // Won after all, the sum ends it again, and nothing is said of what holds.
  await hear('ended', addDays(AGREED_ON, 6), 'won');
  expect((await shownOf(loan)).ending).toMatchObject({ kind: 'settled' });
});

test('LEND-24, LEND-W7: given a part of the agreed sum that is charged back, when the rest comes, then the agreement holds', async () => {
  const loan = await agreedAbout('part');
  await pay(loan, 'part one', 100_000, addDays(AGREED_ON, 2));
  await hear('part one', addDays(AGREED_ON, 4), 'lost', 100_000);
  expect((await shownOf(loan)).settlement).toMatchObject({ restPaise: AGREED_PAISE });
  expect(await toldOf(loan)).toEqual([]);
  await pay(loan, 'part all', AGREED_PAISE, addDays(AGREED_ON, 6));
  expect((await shownOf(loan)).ending).toMatchObject({ kind: 'settled' });
});

test('LEND-24, LEND-W7: given money taken back, won and taken back anew, then its owner is told each time', async () => {
  const loan = await agreedAbout('anew');
  const [over, agreed] = [/no longer holds/, /^Agreed: pay ₹3,000 by/].map((one) =>
    expect.stringMatching(one),
  );
  await hear('anew', addDays(AGREED_ON, 2), 'lost');
  expect(await toldOf(loan)).toEqual([over]);
  await hear('anew', addDays(AGREED_ON, 4), 'won');
  expect((await shownOf(loan)).settlement).toMatchObject({ restPaise: AGREED_PAISE });
  expect(await toldOf(loan)).toEqual([over, agreed]);
  lab.set(noonOf(addDays(AGREED_ON, 6)));
  const disputed = { paymentRef: 'pay_anew', amountPaise: PAID_PAISE, isDeducted: true };
  await dispute(lab, 'anew second', disputed, ['lost']);
  expect(await toldOf(loan)).toEqual([over, agreed, over]);
  // A job may run again.
  expect(await toldOf(loan)).toEqual([over, agreed, over]);
});

test('LEND-24, LEND-W7: given a sum proposed before a dispute is lost, when it is approved after, then the proposal is stale', async () => {
  const loan = await lab.lend('proposed l', EMI3);
  await onDay(loan, PAID_ON);
  await lab.credit(loan, 'proposed', PAID_PAISE, lab.clock.now());
  await onDay(loan, AGREED_ON);
  const { userId, loanId } = loan;
  const debtNow = () => lab.worker.forUser(userId, (tx) => debtOn(tx, loan, today()));
  const { outstandingPaise, chargedPaise } = await debtNow();
  const payload = {
    agreedPaise: AGREED_PAISE,
    payBy: addDays(AGREED_ON, 30),
    outstandingPaise,
    chargedPaise,
  };
  const settlement = lossApprovals(lab.deps).find(({ kind }) => kind === 'settlement')!;
  const subject = { approvalId: idOf('proposed'), objectId: loanId, userId, reason: 'lab', payload };
  const isCurrent = async () => {
    const { isCurrent: is } = await lab.worker.forUser(userId, (tx) =>
      settlement.describe(tx, subject, lab.clock.now()),
    );
    return is;
  };
  expect(await isCurrent()).toBe(true);
  await hear('proposed', addDays(AGREED_ON, 2), 'lost');
  expect((await debtNow()).outstandingPaise).toBe(outstandingPaise + PAID_PAISE);
  expect(await isCurrent()).toBe(false);
  const decision = { decidedBy: idOf('checker'), now: lab.clock.now() };
  await expect(
    lab.worker.forUser(userId, (tx) => settlement.apply(tx, subject, decision)),
  ).rejects.toMatchObject({ code: 'approval_stale' });
});

test('LEND-24: given an agreement of an older process, when money of before is charged back, then it holds as it did', async () => {
  const loan = await agreedAbout('older');
  await lab.owner.query('update settlements set owed_paise = null, charged_paise = null where loan_id = $1', [
    loan.loanId,
  ]);
  await hear('older', addDays(AGREED_ON, 2), 'lost');
  await pay(loan, 'older sum', AGREED_PAISE, addDays(AGREED_ON, 4));
  expect((await shownOf(loan)).ending).toMatchObject({ kind: 'settled' });
});
