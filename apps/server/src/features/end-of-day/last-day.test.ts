import { addDays, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { END_OF_DAY_FIGURES } from './end-of-day.figures.ts';
import { sweepEndOfDay } from './end-of-day.jobs.ts';
import { runEndOfDay } from './end-of-day.service.ts';

const BEGAN = businessDate('2027-01-15');
/** The day on which the only loan is repaid. */
const REPAID_ON = addDays(BEGAN, 30);
let lab: Lab;
afterEach(() => lab.close());

const closedThrough = async () =>
  (
    await lab.owner.query<{ on: string }>(
      'select max(day_on)::text as on from business_days where closed_at is not null',
    )
  ).rows[0]!.on;

const close = (on: typeof BEGAN) =>
  runEndOfDay({ worker: lab.worker, clock: lab.clock, log: createLog('silent') }, on);

const unclosed = () =>
  lab.worker.plain((tx) =>
    END_OF_DAY_FIGURES.find(({ name }) => name === 'mohlat_days_unclosed')!.read(tx, lab.clock.now()),
  );

/** A loan that was repaid in full, with the days before it closed. */
async function repaid(): Promise<void> {
  lab = await openLab();
  const loan = await lab.lend('only l', { billPaise: 300_000, instalments: 1, disbursedOn: BEGAN });
  lab.set(noonOf(REPAID_ON));
  await close(addDays(REPAID_ON, -1));
  const { rows } = await lab.owner.query<{ paise: string }>(
    'select sum(principal_paise + fee_paise + interest_paise)::text as paise from instalments where loan_id = $1 and is_active',
    [loan.loanId],
  );
  await lab.credit(loan, 'only', Number(rows[0]!.paise), lab.clock.now());
  expect((await lab.owner.query('select 1 from loan_days where is_open')).rowCount).toBe(0);
}

test('LEND-22: given the last open loan repaid, when its day is over, then that day and those after it are closed', async () => {
  await repaid();
  for (const days of [1, 2, 3]) {
    lab.set(noonOf(addDays(REPAID_ON, days)));
    expect(await sweepEndOfDay(lab)).toBe(1);
    await close(addDays(REPAID_ON, days - 1));
    expect(await closedThrough()).toBe(addDays(REPAID_ON, days - 1));
    expect(await sweepEndOfDay(lab)).toBe(0);
  }
  expect(await lab.broken()).toEqual([]);
});

test('LEND-B1: given a run that was killed before it closed the business day, when the sweep comes, then it asks for a run', async () => {
  await repaid();
  lab.set(noonOf(addDays(REPAID_ON, 1)));
  await close(REPAID_ON);
  await lab.owner.query('update business_days set closed_at = null where day_on = $1', [REPAID_ON]);
  expect(await sweepEndOfDay(lab)).toBe(1);
  expect(await unclosed()).toEqual([{ value: 1 }]);
  await close(REPAID_ON);
  expect(await unclosed()).toEqual([{ value: 0 }]);
  expect(await closedThrough()).toBe(REPAID_ON);
  expect(await sweepEndOfDay(lab)).toBe(0);
});
