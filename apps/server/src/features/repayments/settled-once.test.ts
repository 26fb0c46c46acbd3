import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
