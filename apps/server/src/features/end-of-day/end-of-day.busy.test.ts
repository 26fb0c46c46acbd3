import { addDays, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { END_OF_DAY_FIGURES } from './end-of-day.figures.ts';
import { sweepEndOfDay } from './end-of-day.jobs.ts';
import { runEndOfDay } from './end-of-day.service.ts';
import { createLog } from '#platform/log/log.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-02-01');
const END = businessDate('2026-02-03');
let lab: Lab;
afterEach(() => lab.close());

const run = () =>
  runEndOfDay({ worker: lab.worker, clock: lab.clock, log: createLog('silent') }, END, {
    chunkSize: 2,
    lookSize: 4,
  });

/** Three people's loans; the database answers that it could not close the second's so many times. */
async function threeLoans(sqlState: string, times: number): Promise<LabLoan[]> {
  lab = await openLab();
  const terms = { billPaise: 900_000, instalments: 3, disbursedOn: START };
  const loans = [
    await lab.lend('a l', terms),
    await lab.lend('b l', terms),
    await lab.lend('c l', terms),
  ].toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  await lab.owner.query(`create sequence hiccups;
    grant usage on sequence hiccups to mohlat_worker;
    create function hiccup() returns trigger language plpgsql as $$
    begin
      if new.user_id = '${loans[1]!.userId}' and nextval('hiccups') <= ${times} then
        raise exception 'planted' using errcode = '${sqlState}';
      end if;
      return new;
    end $$;
    create trigger hiccup before insert on dpd_log for each row execute function hiccup();`);
  lab.set(noonOf(addDays(END, 1)));
  return loans;
}

async function closedThrough(loans: readonly LabLoan[]): Promise<unknown[]> {
  const { rows } = await lab.owner.query<{ loan_id: string; on: string }>(
    'select loan_id, loan_closed_through(d.closed_through_on, d.next_on)::text as on from loan_days d',
  );
  return loans.map(({ loanId }) => rows.find((row) => row.loan_id === loanId)?.on);
}

const countInFigure = () => {
  const figure = END_OF_DAY_FIGURES.find(({ name }) => name === 'mohlat_loans_parked');
  return lab.worker.plain((tx) => figure!.read(tx, lab.clock.now()));
};
const parked = async () => (await lab.owner.query('select reason from parked_loans')).rows;

test.each([
  ['a statement that took too long', '57014', 2],
  ['a deadlock in each of five tries', '40P01', 10],
  ['a lock that was not given', '55P03', 2],
])(
  'LEND-B5: %s parks no borrower for staff: minutes later the loan is taken up by itself',
  async (_, sqlState, times) => {
    const loans = await threeLoans(sqlState, times);
    expect(await run()).toMatchObject({ parkedCount: 1 });
    // The others go on; the business day waits.
    expect(await closedThrough(loans)).toEqual([END, addDays(START, -1), END]);
    expect(await parked()).toEqual([{ reason: 'busy' }]);
    expect(await countInFigure()).toEqual([{ value: 0 }]);
    expect(await sweepEndOfDay(lab)).toBe(0);
    lab.set(new Date(lab.clock.now().getTime() + 5 * 60_000));
    expect(await sweepEndOfDay(lab)).toBe(1);
    expect(await run()).toMatchObject({ parkedCount: 0 });
    expect(await closedThrough(loans)).toEqual([END, END, END]);
    expect(await lab.broken()).toEqual([]);
  },
);

test('LEND-B5: what parked a loan for a person waits for that person', async () => {
  await threeLoans('23514', 1_000_000);
  expect(await run()).toMatchObject({ parkedCount: 1 });
  lab.set(new Date(lab.clock.now().getTime() + 60 * 60_000));
  expect(await sweepEndOfDay(lab)).toBe(0);
  expect(await parked()).toHaveLength(1);
  expect(await countInFigure()).toEqual([{ value: 1 }]);
});
