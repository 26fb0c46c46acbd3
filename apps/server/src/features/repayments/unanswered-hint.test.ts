import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderTimeout } from '#providers/index.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { beginDebit, failRepayment } from './index.ts';
import { followHint } from './repayments.stray.ts';

const START = businessDate('2027-01-15');
const DUE = businessDate('2027-02-15');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** The rail is silent for some looks at an order, and then has a captured payment on it. */
function silentFor(looks: number, paymentRef: string) {
  let left = looks;
  const payment = {
    paymentRef,
    status: 'captured',
    amount: 520_000,
    amountRefunded: 0,
    isCreditSource: false,
  };
  return {
    collection: {
      paymentsOf: async () => {
        left -= 1;
        if (left >= 0)
          throw new ProviderTimeout({ provider: 'razorpay', op: 'paymentsOf', message: 'silent' });
        return [{ ...payment, createdAt: lab.clock.now() }];
      },
    },
  };
}

/** A call-back about an order came, and its job takes its turns. */
async function hintOf(orderRef: string, paymentRef: string) {
  await lab.owner.query(
    `insert into webhook_inbox (provider, event_id, type, trust, subject_ref, received_at, body_hash)
     values ('razorpay', $1::text, 'payment.captured', 'verified', $2, $3, sha256($1::text::bytea))`,
    [`event ${orderRef}`, orderRef, lab.clock.now()],
  );
  const parts = { ...lab.deps, providers: silentFor(1, paymentRef), log: { warn() {} } };
  return {
    turn: () => followHint(parts as never, orderRef),
    outcome: async () => {
      const sql = 'select outcome from webhook_inbox where subject_ref = $1';
      return (await lab.owner.query<{ outcome: string | null }>(sql, [orderRef])).rows[0]!.outcome;
    },
  };
}

async function statusesOf(loanId: string): Promise<string[]> {
  const { rows } = await lab.owner.query<{ status: string }>(
    'select status from repayments where loan_id = $1 order by created_at, id',
    [loanId],
  );
  return rows.map(({ status }) => status);
}

async function aLoan(name: string) {
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  lab.set(noonOf(DUE));
  return loan;
}

test('LEND-X1: given silence about a returned debit, when hinted, then the hint stays open', async () => {
  const loan = await aLoan('debit');
  const debit = { userId: loan.userId, repaymentId: idOf('returned') };
  const terms = { ...debit, loanId: loan.loanId, amountPaise: 520_000, orderRef: 'order_debit', number: 1 };
  await lab.worker.forUser(loan.userId, async (tx) => {
    await beginDebit(tx, terms, lab.clock.now());
    await failRepayment(tx, debit, 'insufficient_funds');
  });
  const hint = await hintOf('order_debit', 'pay_debit');
  await expect(hint.turn()).rejects.toMatchObject({ name: 'HintUnanswered' });
  expect(await hint.outcome()).toBeNull();
  await hint.turn();
  expect(await statusesOf(loan.loanId)).toEqual(['succeeded']);
  expect(await hint.outcome()).toBe('enquired');
});

test('LEND-X1: given silence about a settled order, when hinted, then its second payment is found', async () => {
  const loan = await aLoan('settled');
  await lab.credit(loan, 'settled', 520_000, lab.clock.now());
  await lab.owner.query("update repayments set order_ref = 'order_settled' where loan_id = $1", [
    loan.loanId,
  ]);
  const hint = await hintOf('order_settled', 'pay_second');
  await expect(hint.turn()).rejects.toMatchObject({ name: 'HintUnanswered' });
  await hint.turn();
  expect(await statusesOf(loan.loanId)).toEqual(['succeeded', 'succeeded']);
  expect(await hint.outcome()).toBe('enquired');
});

test('LEND-X1: given silence about an open order, when hinted, then its next look is enough', async () => {
  const loan = await aLoan('open');
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, order_ref, created_at, next_enquiry_at)
     values ($1, new_id(), $2, 520000, 'emi', 'initiated', 'checkout', 'order_open', $3, $3)`,
    [loan.userId, loan.loanId, lab.clock.now()],
  );
  const hint = await hintOf('order_open', 'pay_open');
  await hint.turn();
  const { rows } = await lab.owner.query<{ later: boolean }>(
    'select next_enquiry_at > created_at as later from repayments where loan_id = $1',
    [loan.loanId],
  );
  expect(rows).toEqual([{ later: true }]);
  expect(await hint.outcome()).toBe('enquired');
});
