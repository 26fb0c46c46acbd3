import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { keepAccrued } from './accrued.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const DAY = businessDate('2027-01-20');

async function keptRows() {
  const { rows } = await lab.owner.query(
    'select account, amount_paise::text from accrued_not_posted where day_on = $1 order by 1',
    [DAY],
  );
  return rows;
}

test('LEND-B6: given a runner that never ends, when another waits, then it ends and says for what', async () => {
  await lab.lend('wait l', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: businessDate('2027-01-15'),
  });
  lab.set(noonOf(businessDate('2027-01-21')));
  const other = await lab.owner.connect();
  try {
    await other.query("begin; select pg_advisory_xact_lock(hashtext('end-of-day.accrued'))");
    await expect(keepAccrued(lab.deps, DAY, 300)).rejects.toThrow(
      /^The close of 2027-01-20 waited 0 s for another runner to add up the interest that is not posted/,
    );
    expect(await keptRows()).toEqual([]);
    const waiting = keepAccrued(lab.deps, DAY);
    await other.query('rollback');
    await waiting;
  } finally {
    other.release();
  }
  // The interest of 15 to 19 January.
  expect(await keptRows()).toEqual([
    { account: 'A210', amount_paise: '2419' },
    { account: 'I410', amount_paise: '-2419' },
  ]);
});

test('LEND-B6: given a day whose interest is kept, when it is closed again, then nothing is added up again', async () => {
  const before = await keptRows();
  await keepAccrued(lab.deps, DAY);
  expect(await keptRows()).toEqual(before);
});
