import { businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { moveFloat, takeFloatBack } from './bank-movements.operator.ts';

const DAY = businessDate('2027-01-15');
const NOW = noonOf(DAY);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOW);
});
afterAll(() => lab.close());

const top = (reference: string, amount: number) =>
  lab.worker.plain((tx) => moveFloat(tx, { kind: 'top_up', reference, amountPaise: paise(amount) }, NOW));
const back = (reference: string) =>
  lab.worker.plain((tx) => takeFloatBack(tx, { kind: 'top_up', reference }, NOW));

async function floatPaise(): Promise<number> {
  const { rows } = await lab.owner.query<{ paise: string }>(
    "select coalesce(sum(amount_paise), 0)::text as paise from postings where account = 'A105'",
  );
  return Number(rows[0]!.paise);
}

async function audited(): Promise<unknown[]> {
  const { rows } = await lab.owner.query<{ action: string; paise: number }>(
    "select action, (details ->> 'amountPaise')::integer as paise from audit_log where object_kind = 'bank_movement' order by seq",
  );
  return rows.map(({ action, paise: amount }) => [action, amount]);
}

test('LEND-16: given a top-up, when an operator books it again, then it stands once, and another sum is told apart', async () => {
  expect(await top('UTR1', 10_000)).toEqual({ booked: true });
  expect(await top('UTR1', 10_000)).toMatchObject({ booked: false, stands: { amountPaise: 10_000 } });
  expect(await top('utr1', 20_000)).toMatchObject({ booked: false, stands: { amountPaise: 10_000 } });
  await lab.worker.plain((tx) =>
    moveFloat(tx, { kind: 'rail_charge', reference: 'UTR1', amountPaise: paise(300) }, NOW),
  );
  expect(await floatPaise()).toBe(9_700);
  expect(await audited()).toEqual([
    ['bank_movement.booked', 10_000],
    ['bank_movement.booked', 300],
  ]);
});

test('LEND-16: given a top-up of a wrong sum, when it is taken back, then its mirror stands once and it is booked anew', async () => {
  expect(await back('UTR1')).toMatchObject({ amountPaise: 10_000 });
  expect(await back('UTR1')).toBeUndefined();
  expect(await floatPaise()).toBe(-300);
  expect(await top('UTR1', 1_000_000)).toEqual({ booked: true });
  expect(await floatPaise()).toBe(999_700);
  expect((await audited()).slice(2)).toEqual([
    ['bank_movement.taken_back', 10_000],
    ['bank_movement.booked', 1_000_000],
  ]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-16: given a top-up of the version before, when its reference is named, then it stands and can be taken back', async () => {
  await lab.worker.plain((tx) =>
    tx.call('select float_move($1, $2, $3, $4, $5)', ['top_up', 'OLD1', 7_000, DAY, NOW]),
  );
  const before = await floatPaise();
  expect(await top('OLD1', 8_000)).toMatchObject({ booked: false, stands: { amountPaise: 7_000 } });
  expect(await back('OLD1')).toMatchObject({ amountPaise: 7_000, valueOn: DAY });
  expect(await floatPaise()).toBe(before - 7_000);
  expect(await back('OLD1')).toBeUndefined();
  expect(await lab.broken()).toEqual([]);
});
