import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type BusinessDate } from '@mohlat/money';
import { amongLaid, lay } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
/** Three loans of one person. */
let loan: LabLoan;
let other: LabLoan;
let third: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  [loan, other, third] = [
    await lab.lend('anna one', EMI3),
    await lab.lend('anna two', EMI3),
    await lab.lend('anna three', EMI3),
  ];
});
afterAll(() => lab.close());

const TODAY = addDays(EMI3.disbursedOn, 10);
const NOW = noonOf(TODAY);
const day = (days: number) => addDays(TODAY, days);

/** Lays what is known of the freezes of a loan: the day from which each holds. */
async function layFreezes(
  client: pg.PoolClient,
  { userId, loanId }: LabLoan,
  from: readonly BusinessDate[],
  first = 1,
) {
  for (const [index, fromOn] of from.entries()) {
    const isFrozen = index % 2 === 0;
    await lay(client, 'loan_freezes', {
      user_id: userId,
      loan_id: loanId,
      seq: first + index,
      is_frozen: isFrozen,
      from_on: fromOn,
      at: NOW,
      word: isFrozen ? 'refund_required' : 'withdrawn',
      rail_row_id: isFrozen ? idOf('first row') : null,
    });
  }
}

const closedThrough = (client: pg.PoolClient, { loanId }: LabLoan, on: BusinessDate) =>
  client.query('update loan_days set closed_through_on = $2 where loan_id = $1', [loanId, on]);

async function call(client: pg.PoolClient, text: string, { userId, loanId }: LabLoan, ...values: unknown[]) {
  const { rows } = await client.query<{ answer: boolean }>(`select ${text} as answer`, [
    userId,
    loanId,
    ...values,
  ]);
  return rows[0]!.answer;
}

const freeze = (client: pg.PoolClient, of: LabLoan) =>
  call(client, "loan_freeze($1, $2, 'refund_requested', $3, $4)", of, idOf('row'), NOW);
const thaw = (client: pg.PoolClient, of: LabLoan) =>
  call(client, "loan_thaw($1, $2, 'withdrawn', $3, $4)", of, idOf('staff'), NOW);

/** The freezes of the person by their loans. */
async function known(client: pg.PoolClient, { loanId }: LabLoan): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `select concat_ws(' ', seq, case when is_frozen then 'frozen' else 'free' end, from_on, word, rail_row_id, decided_by) as said
     from loan_freezes where loan_id = $1 order by seq`,
    [loanId],
  );
  return rows.map(({ said }) => said);
}

test('LEND-X10: given what is known of a freeze, when a day is asked for, then is_frozen answers by the last that holds by then', async () => {
  const answers = await amongLaid(lab, async (client) => {
    await layFreezes(client, loan, [day(1), day(3)]);
    await layFreezes(client, other, [day(0)]);
    const on = (of: LabLoan, days: number) => call(client, 'is_frozen($1, $2, $3)', of, day(days));
    return [await on(loan, 0), await on(loan, 1), await on(loan, 2), await on(loan, 3), await on(third, 3)];
  });
  expect(answers).toEqual([false, true, true, false, false]);
});

test('LEND-X10: given an open loan, when the rail freezes it, then loan_freeze says so from the first day that is not closed', async () => {
  const said = await amongLaid(lab, async (client) => {
    await closedThrough(client, loan, day(-3));
    await closedThrough(client, other, day(4));
    await layFreezes(client, third, [day(-9), day(-8), day(-7), day(-6)]);
    const done = [await freeze(client, loan), await freeze(client, other), await freeze(client, third)];
    return [
      done,
      await known(client, loan),
      await known(client, other),
      (await known(client, third)).slice(4),
    ];
  });
  const row = `refund_requested ${idOf('row')}`;
  expect(said).toEqual([
    [true, true, true],
    [`1 frozen ${TODAY} ${row}`],
    [`1 frozen ${day(5)} ${row}`],
    [`5 frozen ${TODAY} ${row}`],
  ]);
});

test('LEND-X10: given a loan that ended, or is frozen by the first day that is not closed, when it is to be frozen, then nothing is written', async () => {
  const said = await amongLaid(lab, async (client) => {
    await client.query("update loans set status = 'closed' where id = $1", [third.loanId]);
    await closedThrough(client, loan, TODAY);
    await closedThrough(client, other, TODAY);
    await layFreezes(client, loan, [day(1)]);
    await layFreezes(client, other, [day(1), day(2)]);
    const done = [await freeze(client, loan), await freeze(client, other), await freeze(client, third)];
    return [
      done,
      (await known(client, loan)).length,
      (await known(client, other)).length,
      await known(client, third),
    ];
  });
  expect(said).toEqual([[false, false, false], 1, 2, []]);
});

/** Lays a mandate of a loan. */
const layMandate = (client: pg.PoolClient, { userId, loanId }: LabLoan, name: string, status: string) =>
  lay(client, 'mandates', {
    user_id: userId,
    id: idOf(name),
    loan_id: loanId,
    kind: 'enach',
    status,
    maximum_paise: 600_000,
    until_on: '2030-01-01',
    token_ref: name,
    created_at: NOW,
    confirmed_at: NOW,
  });

test('LEND-X10: given a frozen loan, when the freeze ends, then loan_thaw says so from today and its debits are planned again', async () => {
  const said = await amongLaid(lab, async (client) => {
    await layFreezes(client, loan, [day(-2)]);
    await layFreezes(client, other, [day(-9), day(-8), day(-7)], 3);
    await layMandate(client, loan, 'active', 'active');
    await layMandate(client, loan, 'ended', 'cancelled');
    await layMandate(client, other, 'of other', 'active');
    const done = [await thaw(client, loan), await thaw(client, loan), await thaw(client, third)];
    const { rows } = await client.query<{ name: string }>(
      'select token_ref as name from mandates where plan_at = $1',
      [NOW],
    );
    const planned = rows.map(({ name }) => name);
    return [
      done,
      await known(client, loan),
      planned,
      await thaw(client, other),
      (await known(client, other)).at(-1),
    ];
  });
  expect(said).toEqual([
    [true, false, false],
    [
      `1 frozen ${day(-2)} refund_required ${idOf('first row')}`,
      `2 free ${TODAY} withdrawn ${idOf('staff')}`,
    ],
    ['active'],
    true,
    `6 free ${TODAY} withdrawn ${idOf('staff')}`,
  ]);
});
