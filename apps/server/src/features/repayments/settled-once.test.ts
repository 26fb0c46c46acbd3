import { businessDate, HOUR_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hold } from '#features/collections/receipts/receipts.repo.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { findRepayment, reverseRepayment } from './index.ts';
import { saveOutcome } from './repayments.repo.ts';
import { creditCaptured } from './repayments.settle.ts';

const DUE = businessDate('2026-03-01');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Three instalments of ₹5,200, on the day of the first. */
async function lend(name: string): Promise<LabLoan> {
  const on = businessDate('2026-02-01');
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: on });
  lab.set(noonOf(DUE));
  return loan;
}

/** The rail says that a debit of the first instalment took money, under each of these references. */
async function debit({ userId, loanId }: LabLoan, paymentRefs: readonly string[]): Promise<void> {
  const repaymentId = idOf(`debit ${loanId}`);
  await lab.worker.forUser(userId, (tx) =>
    tx.call(
      `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, order_ref, only_number, created_at)
       values ($1, $2::uuid, $3, 520000, 'initiated', 'mandate', $2::uuid::text, 1, $4)`,
      [userId, repaymentId, loanId, lab.clock.now()],
    ),
  );
  for (const providerPaymentRef of paymentRefs)
    await creditCaptured(
      lab.deps,
      { userId, repaymentId },
      {
        providerPaymentRef,
        amountPaise: 520_000,
        refundedPaise: 0,
        capturedAt: lab.clock.now(),
        isCreditSource: false,
      },
    );
}

test('LEND-W4: a debit that a bank made twice pays its instalment once, and the other money goes back', async () => {
  const loan = await lend('twice');
  await debit(loan, ['pay_first', 'pay_second']);
  const { rows } = await lab.owner.query(
    `select i.number, i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise as paid,
       (select json_agg(f.amount_paise) from refunds f where f.loan_id = i.loan_id) as refunds
     from instalments i where i.loan_id = $1 order by 1 limit 2`,
    [loan.loanId],
  );
  expect(rows).toEqual([
    { number: 1, paid: 520_000, refunds: [520_000] },
    { number: 2, paid: 0, refunds: [520_000] },
  ]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-W7: money that its bank took back stays so, whatever is heard of its order later', async () => {
  const loan = await lend('back');
  const name = 'back once';
  await lab.credit(loan, name, 520_000, lab.clock.now());
  const ids = { userId: loan.userId, repaymentId: idOf(`repayment ${name}`) };
  const now = lab.clock.now();
  await lab.worker.forUser(loan.userId, async (tx) => {
    await reverseRepayment(tx, ids, 'charged_back', now);
    await saveOutcome(tx, ids, { status: 'unknown', reason: null, nextEnquiryAt: now });
  });
  const row = await lab.worker.forUser(loan.userId, (tx) => findRepayment(tx, ids));
  expect([row?.status, row?.failure_reason]).toEqual(['failed', 'charged_back']);
});

/** An order of the first instalment, as the rail tells of it again and again. */
async function anOrder(name: string) {
  const { userId, loanId } = await lend(name);
  const ids = { userId, repaymentId: idOf(`order ${name}`) };
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, order_ref, created_at, next_enquiry_at)
     values ($1, $2::uuid, $3, 520000, 'emi', 'initiated', 'checkout', $2::uuid::text, $4, $4)`,
    [userId, ids.repaymentId, loanId, lab.clock.now()],
  );
  const money = {
    providerPaymentRef: `pay_${name}`,
    amountPaise: 520_000,
    refundedPaise: 0,
    isCreditSource: false,
  };
  const hear = async (change: { readonly refundedPaise?: number } = {}) => {
    await creditCaptured(lab.deps, ids, { ...money, capturedAt: lab.clock.now(), ...change });
    const { rows } = await lab.owner.query<{ status: string; reason: string | null; lookAt: Date | null }>(
      'select status, failure_reason as reason, next_enquiry_at as "lookAt" from repayments where id = $1',
      [ids.repaymentId],
    );
    return rows[0]!;
  };
  const differences = async () => {
    const { rows } = await lab.owner.query<{ kind: string; isOpen: boolean }>(
      'select kind, resolved_at is null as "isOpen" from reconciliation_breaks where repayment_id = $1',
      [ids.repaymentId],
    );
    return rows;
  };
  const clear = () =>
    lab.owner.query(
      "update reconciliation_breaks set resolved_at = $2, resolution = 'agreed' where repayment_id = $1",
      [ids.repaymentId, lab.clock.now()],
    );
  return { ...ids, loanId, hear, differences, clear };
}

const inAnHour = () => new Date(lab.clock.now().getTime() + HOUR_MS);

test('LEND-X9: a difference of amount that staff have cleared stays cleared, and its order is asked no more', async () => {
  const order = await anOrder('cleared');
  const unclear = { status: 'unknown', reason: 'amount_differs', lookAt: inAnHour() };
  expect(await order.hear({ refundedPaise: 10_000 })).toEqual(unclear);
  expect(await order.hear({ refundedPaise: 10_000 })).toEqual(unclear);
  await order.clear();
  const over = { status: 'failed', reason: 'amount_differs', lookAt: null };
  expect(await order.hear({ refundedPaise: 10_000 })).toEqual(over);
  expect(await order.differences()).toEqual([{ kind: 'amount', isOpen: false }]);
  // More that goes back is another difference.
  expect(await order.hear({ refundedPaise: 20_000 })).toEqual(unclear);
  expect(await order.differences()).toHaveLength(2);
});

test('LEND-20: an order whose money is kept without an owner is asked hourly, until staff have cleared it', async () => {
  const order = await anOrder('kept');
  const facts = { paymentRef: 'pay_kept', amountPaise: 520_000, isCreditSource: false, keepDays: 30 };
  const held = { ...facts, orderRef: null, receivedAt: lab.clock.now(), hintedRepaymentId: null };
  expect(await lab.worker.plain((tx) => hold(tx, held, lab.clock.now()))).toBe(true);
  const kept = { status: 'unknown', reason: 'credited_elsewhere', lookAt: inAnHour() };
  expect(await order.hear()).toEqual(kept);
  await order.clear();
  expect(await order.hear()).toEqual({ ...kept, status: 'failed', lookAt: null });
  expect(await order.differences()).toEqual([{ kind: 'unmatched_receipt', isOpen: false }]);
});

test('LEND-W8: an order whose money counts as another repayment of its owner ends', async () => {
  const order = await anOrder('counted');
  await lab.credit(order, 'counted', 520_000, lab.clock.now());
  expect(await order.hear()).toEqual({ status: 'failed', reason: 'credited_elsewhere', lookAt: null });
  expect(await order.differences()).toEqual([]);
  expect(await lab.broken()).toEqual([]);
});
