import { businessDate } from '@mohlat/money';
import { afterAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { readOrRetry } from './settlement.ts';

let lab: Lab;
afterAll(() => lab.close());

test('LEND-21: given a loan and no money that we heard of, when the file is first read days later, then it is read from the day of the loan', async () => {
  lab = await openLab();
  lab.set(noonOf(businessDate('2027-02-26')));
  await lab.lend('asha l', { billPaise: 1_000_000, instalments: 1, disbursedOn: lab.clock.today() });
  lab.set(noonOf(businessDate('2027-03-01')));
  const asked: string[] = [];
  async function* settlementRows(period: string) {
    asked.push(period);
    yield* [];
  }
  const deps = { ...lab.deps, providers: { collection: { settlementRows } }, log: { warn() {}, info() {} } };
  await readOrRetry(deps as never);
  expect(asked).toEqual(['2027-02-26', '2027-02-27', '2027-02-28', '2027-03-01']);
});
