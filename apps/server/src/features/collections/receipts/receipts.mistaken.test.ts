import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { giveReceipt, takeReceiptBack } from './receipts.ts';
import { findGivenAlone } from './receipts.repo.ts';

/** Money without an owner that staff gave to a wrong payment. */
const PAISE = 520_000;
const CAME_ON = addDays(EMI3.disbursedOn, 31);
const FOUND_ON = addDays(CAME_ON, 40);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan, and one that nothing was ever given to; both of persons of their own. */
async function twoLoans(name: string): Promise<readonly [LabLoan, LabLoan]> {
  const loans = [await lab.lend(`${name} one`, EMI3), await lab.lend(`${name} two`, EMI3)] as const;
  lab.set(noonOf(CAME_ON));
  return loans;
}

const give = ({ userId: ownerId, loanId }: LabLoan, receiptId: string, amountPaise = PAISE) => {
  const given = { receiptId, ownerId, loanId, by: idOf('staff'), amountPaise };
  return lab.worker.forUser(ownerId, (tx) => giveReceipt(lab.deps, tx, given));
};

/** False, and nothing is left of it, where the money stays. */
async function takeBack({ userId, loanId }: LabLoan, receiptId: string): Promise<boolean> {
  const undone = new Error('undone');
  try {
    await lab.worker.forUser(userId, async (tx) => {
      if (!(await takeReceiptBack(lab.deps, tx, receiptId, loanId))) throw undone;
    });
    return true;
  } catch (error) {
    if (error !== undone) throw error;
    return false;
  }
}

type Standing = Readonly<Record<'status' | 'lateSince' | 'repayments', unknown>>;

/** A loan as it stands on a day, whatever was given and taken back. */
async function standingOf(loan: LabLoan, on: BusinessDate) {
  lab.set(noonOf(on));
  await lab.catchUp(loan, addDays(on, -1));
  const { rows } = await lab.owner.query(
    `select l.status, (
       select json_object_agg(x.account, x.paise) from (
         select p.account, sum(p.amount_paise) as paise from postings p where p.loan_id = l.id group by 1 having sum(p.amount_paise) <> 0) x) as books,
       (select g.business_on - g.dpd from dpd_log g where g.loan_id = l.id and g.is_active order by g.business_on desc limit 1) as "lateSince",
       (select json_agg(json_build_array(r.status, r.failure_reason) order by r.created_at) from repayments r where r.loan_id = l.id) as repayments
     from loans l where l.id = $1`,
    [loan.loanId],
  );
  const { books, ...rest } = rows[0] as Standing & { readonly books: Readonly<Record<string, number>> };
  const { A220: lateCharges = 0, I420: _, ...others } = books;
  return { ...rest, lateCharges, books: others };
}

async function receiptOf(id: string) {
  const { rows } = await lab.owner.query(
    `select u.status, u.owner_id as owner, u.loan_id as loan, u.return_on as "returnOn", (
       select string_agg(b.kind || coalesce(' ' || b.resolution, ''), ', ' order by b.opened_at, b.id) from reconciliation_breaks b
       where b.reference = u.payment_ref) as said
     from unidentified_receipts u where u.id = $1`,
    [id],
  );
  return rows[0] as object;
}

test('LEND-24, LEND-W7: given money that staff gave to a wrong payment, when two take it back, then its loan is as without it', async () => {
  const [wrong, other] = await twoLoans('wrong');
  const receiptId = await holdMoney(lab, 'wrong', PAISE);
  lab.set(noonOf(FOUND_ON));
  expect(await give(wrong, receiptId)).toBe(true);
  expect(await takeBack(other, receiptId)).toBe(false);
  expect(await takeBack(wrong, receiptId)).toBe(true);
  expect(await takeBack(wrong, receiptId)).toBe(false);
  expect(await receiptOf(receiptId)).toEqual({
    status: 'held',
    owner: null,
    loan: null,
    returnOn: addDays(FOUND_ON, 30),
    said: 'unmatched_receipt identified, unmatched_receipt',
  });
  const [taken, never] = [await standingOf(wrong, FOUND_ON), await standingOf(other, FOUND_ON)];
  expect(taken.repayments).toEqual([['failed', 'given_by_mistake']]);
  const { lateCharges, ...asWithout } = never;
  expect(taken).toMatchObject({ ...asWithout, repayments: taken.repayments });
  // While it counted, nobody told its person of a late charge.
  expect([taken.lateCharges, lateCharges]).toEqual([20_000, 60_000]);
  const { rows } = await lab.owner.query(
    `select title, description, texts -> 'hi' ->> 'title' as hindi from notifications where user_id = $1 and title like '%not yours%'`,
    [wrong.userId],
  );
  expect(rows).toEqual([
    {
      title: '₹5,200 that was not yours counts no more',
      description: expect.stringMatching(/by mistake\. Still to repay: ₹/) as string,
      hindi: expect.stringContaining('आपके नहीं थे') as string,
    },
  ]);
  expect(await lab.broken()).toEqual([]);
});

test.each([
  ['another person', 1],
  ['the same payment', 0],
])(
  'LEND-16 journal 24: given money that was taken back, when it is given to %s, then it repays',
  async (name, to) => {
    const loans = await twoLoans(name);
    const receiptId = await holdMoney(lab, name, PAISE);
    lab.set(noonOf(FOUND_ON));
    expect(await give(loans[0], receiptId)).toBe(true);
    expect(await takeBack(loans[0], receiptId)).toBe(true);
    const owner = loans[to]!;
    expect(await give(owner, receiptId)).toBe(true);
    const { status, repayments } = await standingOf(owner, FOUND_ON);
    expect([status, (repayments as unknown[]).at(-1)]).toEqual(['active', ['succeeded', null]]);
    expect(await receiptOf(receiptId)).toMatchObject({ status: 'identified', owner: owner.userId });
    expect(await lab.broken()).toEqual([]);
  },
);

test('LEND-16 journal 24: given money that was taken back, when another loan of its person gets it, then it repays that one', async () => {
  const [first, second] = [await lab.lend('both l', EMI3), await lab.lend('both m', EMI3)];
  expect(second.userId).toBe(first.userId);
  lab.set(noonOf(CAME_ON));
  const receiptId = await holdMoney(lab, 'both', PAISE);
  for (const loan of [first, second, first]) {
    expect(await give(loan, receiptId)).toBe(true);
    expect((await standingOf(loan, CAME_ON)).repayments).toContainEqual(['succeeded', null]);
    expect(await takeBack(loan, receiptId)).toBe(true);
  }
  expect(await lab.broken()).toEqual([]);
});

test('LEND-24: given money that two gave to a wrong payment, when one of them gives it anew, then that one gave it alone', async () => {
  const [wrong, right] = await twoLoans('anew');
  const receiptId = await holdMoney(lab, 'anew', PAISE);
  const alone = () => lab.worker.plain((tx) => findGivenAlone(tx, idOf('staff'), lab.clock.now()));
  lab.set(noonOf(FOUND_ON));
  const before = await alone();
  expect(await give(wrong, receiptId)).toBe(true);
  await lab.owner.query(
    `insert into approvals (kind, object_id, payload, reason, status, proposed_by, proposed_at, expires_at, decided_by, decided_at)
     values ('receipt', $1, '{}', 'hers', 'approved', new_id(), $2, $2, new_id(), $2)`,
    [receiptId, lab.clock.now()],
  );
  expect((await alone()) - before).toBe(0);
  expect(await takeBack(wrong, receiptId)).toBe(true);
  lab.set(new Date(noonOf(FOUND_ON).getTime() + 1_000));
  expect(await give(right, receiptId)).toBe(true);
  expect(await alone()).toBe(PAISE);
});

test('LEND-24: given money of which a part went back to its payer, when it is to be taken back, then it stays', async () => {
  const [loan] = await twoLoans('much');
  const receiptId = await holdMoney(lab, 'much', 2_000_000);
  expect(await give(loan, receiptId, 2_000_000)).toBe(true);
  await lab.owner.query("update refunds set status = 'processing', sent_at = $2 where loan_id = $1", [
    loan.loanId,
    lab.clock.now(),
  ]);
  const before = await standingOf(loan, CAME_ON);
  expect(await takeBack(loan, receiptId)).toBe(false);
  expect(await standingOf(loan, CAME_ON)).toEqual(before);
});

test('LEND-24: given money whose excess has not left, when it is taken back, then no part of it leaves', async () => {
  const [loan] = await twoLoans('unsent');
  const receiptId = await holdMoney(lab, 'unsent', 2_000_000);
  expect(await give(loan, receiptId, 2_000_000)).toBe(true);
  expect(await takeBack(loan, receiptId)).toBe(true);
  const { rows } = await lab.owner.query('select status, failure_reason from refunds where loan_id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ status: 'failed', failure_reason: 'given_by_mistake' }]);
  expect(await receiptOf(receiptId)).toMatchObject({ status: 'held' });
});

test('LEND-24: given money whose excess a transfer may have sent, when it is to be taken back, then it stays until that is decided', async () => {
  const [loan] = await twoLoans('wired');
  const receiptId = await holdMoney(lab, 'wired', 2_000_000);
  expect(await give(loan, receiptId, 2_000_000)).toBe(true);
  await lab.owner.query(
    `insert into approvals (kind, object_id, subject_id, payload, reason, status, proposed_by, proposed_at, expires_at)
     values ('refund_transfer', $1, $2, '{}', 'wired', 'open', new_id(), $3, $3::timestamptz + interval '1 day')`,
    [loan.loanId, loan.userId, lab.clock.now()],
  );
  expect(await takeBack(loan, receiptId)).toBe(false);
  await lab.owner.query(
    "update approvals set status = 'rejected', decided_by = new_id(), decided_at = proposed_at where object_id = $1",
    [loan.loanId],
  );
  expect(await takeBack(loan, receiptId)).toBe(true);
});

test('LEND-24: given money whose excess the rail refused to send back, when it is taken back, then that difference is over', async () => {
  const [loan] = await twoLoans('refused');
  const receiptId = await holdMoney(lab, 'refused', 2_000_000);
  expect(await give(loan, receiptId, 2_000_000)).toBe(true);
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into reconciliation_breaks (user_id, rail, kind, repayment_id, detail, opened_at)
     select user_id, 'razorpay', 'refund_refused', id, '{}', $2 from repayments where loan_id = $1 returning id`,
    [loan.loanId, lab.clock.now()],
  );
  expect(await takeBack(loan, receiptId)).toBe(true);
  const after = await lab.owner.query(
    'select resolved_at is not null as over from reconciliation_breaks where id = $1',
    [rows[0]!.id],
  );
  expect(after.rows).toEqual([{ over: true }]);
});

test.each(['open', 'won', 'lost'])(
  'LEND-24: given money whose dispute is %s, when it is to be taken back, then it stays',
  async (status) => {
    const [loan] = await twoLoans(`disputed ${status}`);
    const receiptId = await holdMoney(lab, `disputed-${status}`, PAISE);
    expect(await give(loan, receiptId)).toBe(true);
    const told = { paymentRef: `pay_disputed-${status}`, amountPaise: PAISE, isDeducted: true };
    await dispute(lab, `disputed-${status}`, told, [status]);
    expect(await takeBack(loan, receiptId)).toBe(false);
    expect(await receiptOf(receiptId)).toMatchObject({ status: 'identified' });
  },
);
