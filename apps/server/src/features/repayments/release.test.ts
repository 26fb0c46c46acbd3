import { addDays, businessDate, paise } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { owedAgain, refundFailed } from '@mohlat/lending';
import { bookJournals } from '#features/lending/index.ts';
import { planLoanAgain } from '#features/mandates/mandates.work.repo.ts';
import { dispute } from '#test/disputing.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { deciding } from '#test/deciding.ts';
import { releaseAsked, reverseRepayment } from './index.ts';
import { findHeldMoney } from './repayments.held.repo.ts';
import { listReleasable } from './repayments.release.ts';
import { listRepayments } from './repayments.repo.ts';

const DUE = businessDate('2027-02-15');
const EMI = 520_000;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
afterEach(async () => {
  expect(await lab.broken()).toEqual([]);
});

/** A loan whose first instalment was paid five days ahead. */
async function paidAhead(name: string, amountPaise = EMI): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  lab.set(noonOf(addDays(DUE, -5)));
  await lab.credit(loan, name, amountPaise, lab.clock.now());
  return loan;
}

const release = (loan: LabLoan, name: string) =>
  lab.worker.forUser(loan.userId, (tx) =>
    releaseAsked(tx, { userId: loan.userId, repaymentId: idOf(`repayment ${name}`) }, lab.clock.now()),
  );

/** The active shares of a loan by component: those of earmarks, and those of other money. */
async function shares({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ kind: string; paise: number }>(
    `select case when component = 'excess' then 'excess' when is_earmark then 'held' else 'paid' end as kind,
       sum(amount_paise)::integer as paise from allocations where loan_id = $1 and is_active group by 1`,
    [loanId],
  );
  return Object.fromEntries(rows.map(({ kind, paise }) => [kind, paise]));
}

async function laidOut({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query(
    'select number, principal_paise from instalments where loan_id = $1 and is_active order by number',
    [loanId],
  );
  return rows;
}

/** The payer's bank refuses the refund under way. */
async function refuse(loan: LabLoan): Promise<void> {
  const now = lab.clock.now();
  const { rows } = await lab.owner.query<{ id: string }>('select id from refunds where loan_id = $1', [
    loan.loanId,
  ]);
  const [refund] = rows;
  await lab.worker.forUser(loan.userId, async (tx) => {
    const facts = { providerRef: null, bankRef: null, failureReason: 'lab', nextLookAt: null };
    await tx.call("select refund_close($1, $2, $3, 'failed', $4)", [
      loan.userId,
      refund!.id,
      now,
      JSON.stringify(facts),
    ]);
    const failed = { id: refund!.id, loanId: loan.loanId, amountPaise: EMI as never };
    const journal = refundFailed(failed, lab.clock.today(), false);
    await bookJournals(tx, [{ userId: loan.userId, journal }], now);
  });
}

test('LEND-W6: given released money that its bank refuses, when money of an earlier day is heard of, then it pays nothing', async () => {
  const loan = await paidAhead('refused');
  expect(await release(loan, 'refused')).toBeUndefined();
  await refuse(loan);
  lab.set(noonOf(addDays(DUE, -3)));
  await lab.credit(loan, 'refused late', 100_000, noonOf(addDays(DUE, -7)));
  expect(await shares(loan)).toEqual({ excess: EMI, held: 100_000 });
});

test('LEND-9: given money that could make no instalment smaller, when what kept it from that is released, then it waits as it did', async () => {
  const loan = await paidAhead('shrink');
  lab.set(noonOf(addDays(DUE, -4)));
  await lab.credit(loan, 'shrink part', 300_000, lab.clock.now(), 'part_prepay');
  expect(await shares(loan)).toEqual({ held: EMI + 300_000 });
  const before = await laidOut(loan);
  expect(await release(loan, 'shrink')).toBeUndefined();
  expect([await shares(loan), await laidOut(loan)]).toEqual([{ held: 300_000, excess: EMI }, before]);
  // It stays so when the loan is lived again, and goes back as well.
  await lab.credit(loan, 'shrink late', 100_000, noonOf(addDays(DUE, -7)));
  expect([await shares(loan), await laidOut(loan)]).toEqual([{ held: 400_000, excess: EMI }, before]);
  expect(await release(loan, 'shrink part')).toBeUndefined();
  expect(await shares(loan)).toEqual({ held: 100_000, excess: EMI + 300_000 });
});

test('LEND-9, LEND-W7: given money that could make no instalment smaller, when what kept it from that is charged back, then it waits as it did', async () => {
  const loan = await paidAhead('back');
  lab.set(noonOf(addDays(DUE, -4)));
  await lab.credit(loan, 'back part', 300_000, lab.clock.now(), 'part_prepay');
  const before = await laidOut(loan);
  const ids = { userId: loan.userId, repaymentId: idOf('repayment back') };
  await lab.worker.forUser(loan.userId, (tx) => reverseRepayment(tx, ids, 'charged_back', lab.clock.now()));
  expect([await shares(loan), await laidOut(loan)]).toEqual([{ held: 300_000 }, before]);
});

test('LEND-9: given smaller instalments that older money undid, when that money is released, then they are smaller again', async () => {
  const loan = await lab.lend('undone l', EMI3);
  const agreed = await laidOut(loan);
  lab.set(noonOf(addDays(DUE, -4)));
  await lab.credit(loan, 'undone part', 300_000, lab.clock.now(), 'part_prepay');
  const smaller = await laidOut(loan);
  expect(smaller).not.toEqual(agreed);
  await lab.credit(loan, 'undone', 100_000, noonOf(addDays(DUE, -7)));
  expect(await laidOut(loan)).toEqual(agreed);
  expect(await release(loan, 'undone')).toBeUndefined();
  expect(await laidOut(loan)).toEqual(smaller);
});

test('LEND-9: given an instalment that fell due, when its payer asks, then what has paid it stays', async () => {
  const loan = await paidAhead('due');
  lab.set(noonOf(DUE));
  expect(await release(loan, 'due')).toBe('nothing_held');
  expect(await shares(loan)).toEqual({ paid: EMI });
});

test('LEND-16 journal 34: given released money, when a dispute of it is lost before it left, then nothing went twice', async () => {
  const loan = await paidAhead('disputed');
  await release(loan, 'disputed');
  const disputed = { paymentRef: 'pay_disputed', amountPaise: EMI, isDeducted: true };
  await dispute(lab, 'disputed', disputed, ['open', 'lost']);
  const { rows } = await lab.owner.query(
    `select (select json_agg(kind) from reconciliation_breaks where user_id = $1) as breaks,
       (select json_agg(status) from refunds where user_id = $1) as refunds`,
    [loan.userId],
  );
  expect(rows).toEqual([{ breaks: null, refunds: ['failed'] }]);
});

test('LEND-20: given an instalment that was paid ahead, when its money is released, then autopay is planned again', async () => {
  const loan = await paidAhead('planned');
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, customer_ref, order_ref, token_ref, created_at, plan_at)
     values ($1, $2, $3, 'upi', 'active', 570000, '2027-06-15', 'cust', 'order', 'token', $4, '2027-03-10T00:00:00Z')`,
    [loan.userId, idOf('mandate planned'), loan.loanId, lab.clock.now()],
  );
  await release(loan, 'planned');
  const jobs = await lab.owner.query(
    'select task_identifier as task from graphile_worker.jobs where key = $1',
    [`debits:${loan.loanId}`],
  );
  expect(jobs.rows).toEqual([{ task: 'mandates.debits_changed' }]);
  await lab.worker.forUser(loan.userId, (tx) => planLoanAgain(tx, loan.userId, loan.loanId, lab.clock.now()));
  const { rows } = await lab.owner.query<{ plan_at: Date }>(
    'select plan_at from mandates where loan_id = $1',
    [loan.loanId],
  );
  expect(rows).toEqual([{ plan_at: lab.clock.now() }]);
});

test('LEND-W5, LEND-16 journal 34: given released money whose lost dispute is won after all, when days are lived again, then it counts no more', async () => {
  const loan = await paidAhead('regained', 2 * EMI);
  lab.set(noonOf(DUE));
  expect(await release(loan, 'regained')).toBeUndefined();
  await refuse(loan);
  const disputed = { paymentRef: 'pay_regained', amountPaise: 2 * EMI, isDeducted: true };
  const hear = async (status: string, on: string) => {
    lab.set(noonOf(businessDate(on)));
    await dispute(lab, 'regained', disputed, [status]);
  };
  await hear('lost', addDays(DUE, 2));
  expect(await shares(loan)).toEqual({});
  await hear('won', addDays(DUE, 4));
  expect(await shares(loan)).toEqual({ paid: EMI, excess: EMI });
  await lab.credit(loan, 'regained late', 100_000, noonOf(addDays(DUE, -7)));
  expect(await shares(loan)).toEqual({ paid: EMI, excess: EMI, held: 100_000 });
});

const setLimit = ({ userId }: LabLoan, limitPaise: number) =>
  lab.owner.query('update credit_accounts set limit_paise = $2 where user_id = $1', [userId, limitPaise]);

async function creditOf({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ used: number }>(
    'select used_paise::integer as used from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0]!;
}

test('LEND-9, LEND-14: given a limit that was lowered to nothing, when no bill was accepted since the money came, then it goes back', async () => {
  const loan = await paidAhead('lowered');
  await setLimit(loan, 0);
  expect(await release(loan, 'lowered')).toBeUndefined();
  expect([await shares(loan), await creditOf(loan)]).toEqual([{ excess: EMI }, { used: EMI3.billPaise }]);
});

test('LEND-S2: given a bill that needed the first of two repayments, when one went back in the place of the other, then the other stays', async () => {
  const loan = await paidAhead('chain');
  lab.set(noonOf(addDays(DUE, -4)));
  const limitPaise = (await creditOf(loan)).used + 300_000;
  await lab.lend('chain more', { billPaise: 300_000, instalments: 1, disbursedOn: addDays(DUE, -4) });
  await setLimit(loan, limitPaise);
  lab.set(noonOf(addDays(DUE, -3)));
  await lab.credit(loan, 'chain second', EMI, lab.clock.now());
  expect(await release(loan, 'chain')).toBeUndefined();
  lab.set(noonOf(addDays(DUE, -2)));
  expect(await release(loan, 'chain second')).toBe('in_use');
  expect((await creditOf(loan)).used).toBe(limitPaise);
});

test('LEND-W2, LEND-14: given money held for two instalments, when the first goes back, then the limit takes up what the last has of the bill', async () => {
  const loan = await paidAhead('moved up');
  lab.set(noonOf(addDays(DUE, -4)));
  await lab.credit(loan, 'moved up second', EMI, lab.clock.now());
  await lab.lend('moved more', { billPaise: 300_000, instalments: 1, disbursedOn: addDays(DUE, -4) });
  const { userId } = loan;
  const { use, sharesOf } = await lab.worker.forUser(userId, (tx) =>
    findHeldMoney(tx, userId, [loan.loanId]),
  );
  const againPaise = owedAgain(sharesOf(loan.loanId), paise(EMI));
  await setLimit(loan, use.usedPaise + againPaise);
  expect(await release(loan, 'moved up')).toBeUndefined();
  expect((await creditOf(loan)).used).toBe(use.usedPaise + againPaise);
});

test('LEND-9, LEND-24: given a list of held money of three loans, then one look says of which a lower sum is agreed, and one how the limit is in use', async () => {
  const loan = await paidAhead('page', 300_000);
  for (const name of ['page agreed', 'page other']) {
    const more = await lab.lend(`${name} l`, EMI3);
    lab.set(noonOf(addDays(DUE, -5)));
    await lab.credit(more, name, 200_000, lab.clock.now());
    if (name === 'page agreed') await deciding(lab).agree(more, name, 600_000, addDays(DUE, 30));
  }
  const { userId } = loan;
  const seen = await lab.worker.forUser(userId, async (tx) => {
    const { items } = await listRepayments(tx, userId, { limit: 20 });
    const asked: string[] = [];
    const watched = {
      ...tx,
      call: (sql: string, values?: readonly unknown[]) => (asked.push(sql), tx.call(sql, values)),
    };
    const answers = await listReleasable(watched as typeof tx, userId, items, lab.clock.today());
    const told = answers.map((one) => ('refusal' in one ? one.refusal : String(one.amountPaise)));
    return { told: told.toSorted((a, b) => (a < b ? -1 : 1)), looks: asked.length };
  });
  expect(seen).toEqual({ told: ['200000', '300000', 'agreed'], looks: 2 });
});
