import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-B3: a process of the version before is busy where a day is missing, and nothing is written', async () => {
  const disbursedOn = businessDate('2026-03-01');
  const loan = await lab.lend('old l', { billPaise: 1_500_000, instalments: 3, disbursedOn });
  lab.set(noonOf(businessDate('2026-03-06')));
  const yesterday = businessDate('2026-03-05');
  const asBefore = () =>
    lab.worker.forUser(loan.userId, (tx) =>
      tx.call('select catch_up_days($1, $2, $3)', [loan.userId, yesterday, lab.clock.now()]),
    );
  const accruals = async () =>
    (
      await lab.owner.query("select 1 from journals where loan_id = $1 and source_kind = 'accrual'", [
        loan.loanId,
      ])
    ).rows.length;
  await expect(asBefore()).rejects.toMatchObject({ code: 'busy' });
  expect(await accruals()).toBe(0);
  await lab.catchUp(loan, yesterday);
  await asBefore();
  // Of the first day, and of the four since.
  expect(await accruals()).toBe(2);
});

test('LEND-14: a process of the version before leaves where credit stands to a job of this one', async () => {
  const disbursedOn = businessDate('2026-03-01');
  const loan = await lab.lend('older l', { billPaise: 300_000, instalments: 1, disbursedOn });
  lab.set(noonOf(businessDate('2026-04-05')));
  await lab.catchUp(loan, businessDate('2026-04-04'));
  const asBefore = async () => {
    const [row] = await lab.worker.forUser(loan.userId, (tx) =>
      tx.call('select settle_standing(array[$1::uuid], $2) as changed, days_past_due($1) as dpd', [
        loan.userId,
        lab.clock.now(),
      ]),
    );
    return row;
  };
  expect(await asBefore()).toEqual({ changed: 0, dpd: 5 });
  const { rows } = await lab.owner.query(
    "select key from graphile_worker.jobs where task_identifier = 'credit.settle'",
  );
  expect(rows).toEqual([{ key: `credit.settle:${loan.userId}` }]);
});

test.each([
  ['rewind_loan', 'select 1 from rewind_loan($1, $2, $3, $4)', ['2026-03-02']],
  ['payment_unwind', 'select payment_unwind($1, $2, $3)', []],
])(
  'LEND-W6: given a process of the version before, when it calls %s, then it is busy',
  async (name, text, days) => {
    const disbursedOn = businessDate('2026-03-01');
    const loan = await lab.lend(`${name} l`, { billPaise: 300_000, instalments: 1, disbursedOn });
    const asBefore = lab.worker.forUser(loan.userId, (tx) =>
      tx.call(text, [loan.userId, loan.loanId, ...days, lab.clock.now()]),
    );
    await expect(asBefore).rejects.toMatchObject({ code: 'busy' });
    const { rows } = await lab.owner.query('select status, rewound_count from loans where id = $1', [
      loan.loanId,
    ]);
    expect(rows).toEqual([{ status: 'active', rewound_count: 0 }]);
  },
);

test.each([
  ['rewards_earn', 4],
  ['rewards_claw_back', 2],
  ['rewards_expire', 3],
  ['rewards_give_back', 2],
  ['referrals_keep', 3],
  ['referrals_claw_back', 1],
  ['refund_end', 5],
  ['write_off_apply', 3],
  ['waiver_apply', 3],
])('given a process of the version before, when it calls %s, then it is busy', async (name, count) => {
  const values = Array.from({ length: count }, () => 'null').join(', ');
  const asBefore = lab.worker.plain((tx) => tx.call(`select 1 from ${name}(${values})`, []));
  await expect(asBefore).rejects.toMatchObject({ code: 'busy' });
});
