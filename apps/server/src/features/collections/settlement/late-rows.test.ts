import { addDays, type BusinessDate, businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderUnreachable, type SettlementRow } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { readOrRetry } from './settlement.ts';

const LENT_ON = businessDate('2027-03-01');
const DAY = addDays(LENT_ON, 3);
let lab: Lab;
/** The rows of each day of the rail's file, and the periods it was asked for. */
const file = new Map<string, SettlementRow[]>();
let asked: string[] = [];

beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(LENT_ON));
  await lab.lend('late l', { billPaise: 1_000_000, instalments: 1, disbursedOn: LENT_ON });
});
afterAll(() => lab.close());

async function* settlementRows(period: string) {
  asked.push(period);
  yield* file.get(period) ?? [];
}

/** The rail is not asked whose the money is. */
const silent = () =>
  Promise.reject(new ProviderUnreachable({ provider: 'razorpay', op: 'getPayment', message: 'away' }));

async function readAt(at: Date): Promise<void> {
  lab.set(at);
  asked = [];
  const providers = { collection: { settlementRows, getPayment: silent } };
  await readOrRetry({ ...lab.deps, providers, log: { warn() {}, info() {} } } as never);
}

function comes(entityRef: string, on: BusinessDate): void {
  const row: SettlementRow = {
    kind: 'payment',
    entityRef,
    paymentRef: entityRef,
    amount: paise(60_000),
    fee: paise(0),
    tax: paise(0),
    credit: paise(60_000),
    debit: paise(0),
    isSettled: true,
    settlementRef: 'setl_1',
    settlementUtr: 'utr_1',
    settledAt: noonOf(on),
    createdAt: noonOf(on),
  };
  file.set(on, [...(file.get(on) ?? []), row]);
}

const kept = async () =>
  (await lab.owner.query('select entity_ref from settlement_rows order by 1')).rows.map(
    (row: { entity_ref: string }) => row.entity_ref,
  );

test('LEND-21: given a day of the file that was read empty, when its rows come days later, then they are kept once', async () => {
  await readAt(noonOf(addDays(DAY, 1)));
  expect(await kept()).toEqual([]);
  comes('pay_late', DAY);
  await readAt(noonOf(addDays(DAY, 2)));
  expect(await kept()).toEqual(['pay_late']);
  comes('pay_later', DAY);
  await readAt(noonOf(addDays(DAY, 10)));
  expect(await kept()).toEqual(['pay_late', 'pay_later']);
});

test('LEND-21: given a loan of fewer than ten days, when the file is read again, then no day before the loan is asked for', async () => {
  await readAt(noonOf(addDays(DAY, 5)));
  expect(asked).toEqual(Array.from({ length: 9 }, (_, index) => addDays(LENT_ON, index)));
  await readAt(noonOf(addDays(DAY, 20)));
  expect(asked).toEqual(Array.from({ length: 11 }, (_, index) => addDays(DAY, 10 + index)));
});

test('LEND-21: given a file that is read before nine, then yesterday counts as unread', async () => {
  const today = addDays(DAY, 40);
  await readAt(new Date(noonOf(today).getTime() - 10 * 3_600_000));
  const { rows } = await lab.owner.query(
    'select read_on::text as on, final_through_on::text as through from settlement_reads order by 1 desc limit 1',
  );
  expect(rows).toEqual([{ on: addDays(today, -1), through: addDays(today, -2) }]);
});

test('LEND-21: given rows of days that were read to their end, when the file is read again, then rows of new days alone are counted', async () => {
  const today = addDays(DAY, 45);
  comes('pay_of_the_day', today);
  const counted = async (on: BusinessDate) => {
    await readAt(noonOf(on));
    const { rows } = await lab.owner.query<{ count: number }>(
      'select row_count as count from settlement_reads where read_on = $1',
      [on],
    );
    return rows[0]?.count;
  };
  // The day itself is not over when it is first read.
  expect([await counted(today), await counted(addDays(today, 1))]).toEqual([1, 1]);
  expect(await counted(addDays(today, 2))).toBe(0);
});
