import { codeOf } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endRefund } from '#features/refunds/refunds.repo.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { findForfeits, findObligations } from './erasure.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('given 99 and then 100 paise repaid too much, then only what a rail can send keeps the account open', async () => {
  const on = '2027-01-15' as BusinessDate;
  const overpay = async (excessPaise: number) => {
    const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: on };
    const loan = await lab.lend(`over by ${excessPaise}`, terms);
    lab.set(noonOf(on));
    await lab.credit(loan, `all and ${excessPaise}`, 1_530_000 + excessPaise, noonOf(on));
    return lab.worker.forUser(loan.userId, async (tx) => ({
      due: (await findObligations(tx, loan.userId)).refund_due,
      remainderPaise: (await findForfeits(tx, loan.userId)).remainderPaise,
    }));
  };
  expect(await overpay(99)).toEqual({ due: { count: 0, amountPaise: 0 }, remainderPaise: 99 });
  expect(await overpay(100)).toEqual({ due: { count: 1, amountPaise: 100 }, remainderPaise: 99 });
});

const DAY = '2027-01-15' as BusinessDate;
const secondAfterNoon = new Date(noonOf(DAY).getTime() + 1000);
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY };

async function held(userId: string) {
  return lab.worker.forUser(userId, async (tx) => ({
    due: (await findObligations(tx, userId)).refund_due,
    remainderPaise: (await findForfeits(tx, userId)).remainderPaise,
  }));
}

test('given two repayments over by 60 paise each, then no refund is due, since none could ever carry them', async () => {
  const nothingDue = { due: { count: 0, amountPaise: 0 }, remainderPaise: 120 };
  for (const name of ['apart first', 'apart second']) {
    const loan = await lab.lend(name, TERMS);
    await lab.credit(loan, name, 1_530_060, noonOf(DAY));
  }
  expect(await held(idOf('user apart'))).toEqual(nothingDue);

  const loan = await lab.lend('together', TERMS);
  await lab.credit(loan, 'all', 1_530_060, noonOf(DAY));
  await lab.credit(loan, 'too late', 60, secondAfterNoon);
  expect(await held(loan.userId)).toEqual(nothingDue);
});

test('given a refund under way or refused, then it is due whole, beside a remainder that is not', async () => {
  const loan = await lab.lend('refunded', TERMS);
  await lab.credit(loan, 'much', 1_530_500, noonOf(DAY));
  await lab.credit(loan, 'little', 60, secondAfterNoon);
  const due = { due: { count: 1, amountPaise: 500 }, remainderPaise: 60 };
  expect(await held(loan.userId)).toEqual(due);
  const { rows } = await lab.owner.query<{ id: string }>('select id from refunds where user_id = $1', [
    loan.userId,
  ]);
  const ids = { userId: loan.userId, refundId: rows[0]!.id };
  const refused = { providerRef: null, bankRef: null, failureReason: 'x', nextLookAt: null };
  await lab.worker.forUser(loan.userId, (tx) =>
    endRefund(tx, ids, { status: 'failed', ...refused }, lab.clock.now()),
  );
  expect(await held(loan.userId)).toEqual(due);
});

test('given excess of no repayment, such as a compensation, then it is due from the least that can be sent', async () => {
  const loan = await lab.lend('compensated', TERMS);
  const owe = (balancePaise: number) =>
    lab.owner.query(
      `insert into account_balances (user_id, loan_id, account, balance_paise) values ($1, $2, $3, $4)
       on conflict (user_id, loan_id, account) do update set balance_paise = excluded.balance_paise`,
      [loan.userId, loan.loanId, codeOf('EXCESS'), -balancePaise],
    );
  await owe(99);
  expect(await held(loan.userId)).toEqual({ due: { count: 0, amountPaise: 0 }, remainderPaise: 99 });
  await owe(100);
  expect(await held(loan.userId)).toEqual({ due: { count: 1, amountPaise: 100 }, remainderPaise: 0 });
});
