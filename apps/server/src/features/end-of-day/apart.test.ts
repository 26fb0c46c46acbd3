import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runEndOfDay, unparkLoans } from './index.ts';
import { createLog } from '#platform/log/log.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-02-01');
const DAY = businessDate('2026-02-28');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const run = () =>
  runEndOfDay({ worker: lab.worker, clock: lab.clock, log: createLog('silent') }, DAY, { chunkSize: 7 });

/** Reads the journals, balances and rows of each loan. */
async function writtenFor(loans: readonly LabLoan[]): Promise<unknown[]> {
  const { rows } = await lab.owner.query<{ loan_id: string }>(
    `select loan_id, closed_through_on as closed, (select count(*) from journals j where j.loan_id = d.loan_id) as journals,
       (select count(*) from dpd_log g where g.loan_id = d.loan_id) as days,
       (select count(*) from instalments i where i.loan_id = d.loan_id and i.is_demanded) as demanded
     from loan_days d`,
  );
  return loans.map(({ loanId }) => rows.find((row) => row.loan_id === loanId));
}

test('LEND-B1, LEND-B5: a chunk that fails is halved: the borrowers at fault are parked, the others are closed', async () => {
  const loans: LabLoan[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    loans.push(await lab.lend(`${name} l`, { billPaise: 900_000, instalments: 3, disbursedOn: START }));
  lab.set(noonOf(addDays(DAY, 1)));
  for (const loan of loans) await lab.catchUp(loan, addDays(DAY, -1));
  const sick = [loans[2]!, loans[5]!];
  // The last that is written of a day, after rows and journals.
  await lab.owner.query(
    `create function ache() returns trigger language plpgsql as $$ begin
       if new.loan_id in ('${sick[0]!.loanId}', '${sick[1]!.loanId}') then raise exception 'ache'; end if;
       return new; end $$;
     create trigger ache before update on loan_days for each row execute function ache()`,
  );
  const before = await writtenFor(sick);
  expect(await run()).toEqual({ days: [DAY], closedCount: 5, parkedCount: 2 });
  expect(await writtenFor(sick)).toEqual(before);
  await lab.owner.query('drop trigger ache on loan_days');
  await unparkLoans({ worker: lab.worker, clock: lab.clock, log: createLog('silent') });
  expect(await run()).toEqual({ days: [DAY], closedCount: 2, parkedCount: 0 });
  // Three of the bill, the interest of the first day, of those since and of the last, the month's allowance, the instalment.
  expect(await writtenFor(loans)).toEqual(
    loans.map(({ loanId }) => ({
      loan_id: loanId,
      closed: DAY,
      journals: 3 + 3 + 1 + 1,
      days: 1,
      demanded: 1,
    })),
  );
  expect(await lab.broken()).toEqual([]);
});
