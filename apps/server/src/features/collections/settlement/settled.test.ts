import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY } from '#test/rail-lab.ts';

let lab: Lab;
const { settle } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-21: given a row of the file that fits, then its repayment is settled and no other of the person', async () => {
  const loan = await lab.lend('settled l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  lab.set(noonOf(DAY));
  for (const name of ['one', 'two']) await lab.credit(loan, name, 5_000, noonOf(DAY));
  const { rows } = await lab.owner.query<{ id: string }>('select id from repayments order by id');
  const [first, second] = rows.map(({ id }) => id);
  for (const [index, id] of [first, second].entries())
    await lab.owner.query('update repayments set provider_payment_ref = $2 where id = $1', [
      id,
      `pay_${index}`,
    ]);
  expect(
    await settle([{ kind: 'payment', entityRef: 'pay_0', paymentRef: 'pay_0', amount: 5_000, net: 4_900 }]),
  ).toEqual(['matched']);
  const settled = await lab.owner.query('select id, settled_on::text as "on" from repayments order by id');
  expect(settled.rows).toEqual([
    { id: first, on: DAY },
    { id: second, on: null },
  ]);
});
