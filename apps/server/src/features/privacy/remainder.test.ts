import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
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
