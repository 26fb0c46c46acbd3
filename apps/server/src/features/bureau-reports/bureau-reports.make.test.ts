import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { EMI3, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { runEndOfDay } from '../end-of-day/index.ts';
import { makeReports, sweepBureauReports } from './bureau-reports.make.ts';
import { listPeople, NOBODY } from './bureau-reports.repo.ts';

let lab: Lab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

const day = businessDate;

/** Closes the days through one, as the night after it does, and makes what is due then. */
async function closeAndReport(on: string): Promise<number> {
  await close(on);
  return makeReports(lab.deps);
}

async function close(on: string): Promise<void> {
  lab.set(noonOf(addDays(day(on), 1)));
  await runEndOfDay(lab.deps, day(on));
}

interface Told extends Record<string, unknown> {
  readonly as_on: BusinessDate;
  readonly status: string;
  readonly balance_paise: number;
  readonly overdue_paise: number;
  readonly days_past_due: number;
  readonly asset_class: string | null;
}

async function toldOn(reportedOn: string, loanId?: string): Promise<unknown[]> {
  const { rows } = await lab.owner.query<Told>(
    `select as_on, status, balance_paise, overdue_paise, days_past_due, asset_class from bureau_records
     where reported_on = $1 and ($2::uuid is null or loan_id = $2) order by user_id, loan_id, as_on`,
    [reportedOn, loanId ?? null],
  );
  return rows.map((one) => [
    one.as_on,
    one.status,
    Number(one.balance_paise),
    Number(one.overdue_paise),
    one.days_past_due,
    one.asset_class,
  ]);
}

/** The people to look at for a report. */
const listed = (asOn: string, afterOn: string) =>
  lab.worker.plain((tx) =>
    listPeople(
      tx,
      { id: NOBODY, asOn: day(asOn), afterOn: day(afterOn), dueOn: day(asOn), isFull: false },
      { after: NOBODY, limit: 10 },
    ),
  );

const totals = async () =>
  (
    await lab.owner.query<Record<string, unknown>>(
      `select as_on, after_on, due_on, is_full, account_count, correction_count, balance_paise::int, overdue_paise::int, made_at is not null as made
       from bureau_reports order by as_on`,
    )
  ).rows;

test('LEND-24, LEND-22: given a reference date that is closed, then every loan of it is reported once, as on its close', async () => {
  const loan = await lab.lend('one', EMI3);
  await lab.lend('two', { ...EMI3, disbursedOn: day('2027-02-12') });
  await lab.lend('three', { ...EMI3, disbursedOn: day('2027-02-17') });
  expect(await closeAndReport('2027-02-17')).toBe(1);
  expect(await toldOn('2027-02-16', loan.loanId)).toEqual([
    ['2027-02-16', 'open', 520_000 + 1_025_000, 520_000, 2, 'SMA0'],
  ]);
  expect(await totals()).toEqual([
    {
      as_on: '2027-02-16',
      after_on: '2027-02-09',
      due_on: '2027-02-20',
      is_full: false,
      account_count: 2,
      correction_count: 0,
      balance_paise: 1_545_000 + 1_530_000,
      overdue_paise: 520_000,
      made: true,
    },
  ]);
  expect(await makeReports(lab.deps)).toBe(0);
});

test('LEND-24, LEND-W6: given money heard of late, when the next report is made, then it corrects the one before', async () => {
  const loan = await lab.lend('late', EMI3);
  await closeAndReport('2027-02-16');
  lab.set(noonOf(day('2027-02-20')));
  await lab.credit(loan, 'late', 520_000, noonOf(day('2027-02-15')));
  await closeAndReport('2027-02-23');
  expect(await toldOn('2027-02-23')).toEqual([
    ['2027-02-16', 'open', 1_025_000, 0, 0, 'STD'],
    ['2027-02-23', 'open', 1_025_000, 0, 0, 'STD'],
  ]);
  await closeAndReport('2027-02-28');
  // All are in the report of a month's end, and nothing is corrected twice.
  expect(await toldOn('2027-02-28')).toEqual([['2027-02-28', 'open', 1_025_000, 0, 0, 'STD']]);
  expect((await totals()).map((one) => [one['is_full'], one['correction_count']])).toEqual([
    [false, 0],
    [false, 1],
    [true, 0],
  ]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-24: given money of the days after, when the report is made late, then it says how the loan stood', async () => {
  const loan = await lab.lend('since', EMI3);
  await close('2027-02-16');
  lab.set(noonOf(day('2027-02-18')));
  await lab.credit(loan, 'since', 520_000, noonOf(day('2027-02-18')));
  await close('2027-02-18');
  await makeReports(lab.deps);
  expect(await toldOn('2027-02-16')).toEqual([['2027-02-16', 'open', 1_545_000, 520_000, 2, 'SMA0']]);
});

test('LEND-24: given loans that ended, changed or did not, then an incremental report has the first two', async () => {
  const [quiet, closing] = [await lab.lend('quiet', EMI3), await lab.lend('closing', EMI3)];
  await closeAndReport('2027-01-23');
  lab.set(noonOf(day('2027-01-26')));
  await lab.credit(closing, 'all', 1_540_000, noonOf(day('2027-01-26')));
  await closeAndReport('2027-01-31');
  expect(await toldOn('2027-01-31', quiet.loanId)).toHaveLength(1);
  expect(await toldOn('2027-01-31', closing.loanId)).toEqual([['2027-01-31', 'closed', 0, 0, 0, null]]);
  await closeAndReport('2027-02-09');
  expect(await toldOn('2027-02-09')).toEqual([]);
});

test('LEND-24, LEND-D5: given a loan that two people gave up, then it is reported as written off until it is recovered', async () => {
  const loan = await lab.lend('given up', EMI3);
  await close('2027-08-15');
  await deciding(lab).writeOff(loan, 'o');
  await closeAndReport('2027-08-16');
  const { rows } = await lab.owner.query(
    `select status, written_off_on, written_off_paise = balance_paise as whole, asset_class from bureau_records where reported_on = '2027-08-16'`,
  );
  expect(rows).toEqual([
    { status: 'written_off', written_off_on: '2027-08-16', whole: true, asset_class: 'NPA' },
  ]);
});

test('LEND-24, LEND-B1: given a run that was killed, when it runs again, then the records that were written stand', async () => {
  await lab.lend('again', EMI3);
  await closeAndReport('2027-02-16');
  const before = [await toldOn('2027-02-16'), await totals()];
  await lab.owner.query('update bureau_reports set made_at = null, account_count = 0');
  expect(await sweepBureauReports(lab.deps)).toBe(1);
  expect(await makeReports(lab.deps)).toBe(1);
  expect([await toldOn('2027-02-16'), await totals()]).toEqual(before);
  expect(await sweepBureauReports(lab.deps)).toBe(0);
});

test('LEND-24: given a new installation, when its days are closed late, then no date since its first loan is left out', async () => {
  await lab.lend('of a new installation', EMI3);
  expect(await closeAndReport('2027-02-10')).toBe(4);
  expect((await totals()).map((one) => [one['as_on'], one['after_on']])).toEqual([
    ['2027-01-16', '2027-01-09'],
    ['2027-01-23', '2027-01-16'],
    ['2027-01-31', '2027-01-23'],
    ['2027-02-09', '2027-01-31'],
  ]);
});

test('LEND-24: given an installation older than a month, then its first report is of the newest date', async () => {
  await lab.lend('older', EMI3);
  expect(await closeAndReport('2027-03-01')).toBe(1);
  expect((await totals()).map((one) => one['as_on'])).toEqual(['2027-02-28']);
});

test('LEND-24: given days without a loan, then there is nothing to report', async () => {
  await lab.lend('first', EMI3);
  expect(await closeAndReport('2027-01-15')).toBe(0);
  expect(await closeAndReport('2027-01-16')).toBe(1);
});

test('LEND-24: given an open account that did not change, when its person moves house, then it is reported again', async () => {
  const { userId } = await lab.lend('moved', EMI3);
  await closeAndReport('2027-01-31');
  await lab.owner.query('update profiles set updated_at = $2 where user_id = $1', [
    userId,
    noonOf(day('2027-02-03')),
  ]);
  await closeAndReport('2027-02-09');
  expect(await toldOn('2027-02-09')).toHaveLength(1);
});

test('LEND-24: given a person who moves house while a report is made, then the next one has them', async () => {
  const { userId } = await lab.lend('moved meanwhile', EMI3);
  await closeAndReport('2027-01-31');
  // It took an hour, and this person was read before they moved.
  await lab.owner.query(`update bureau_reports set made_at = begun_at + interval '1 hour'`);
  await lab.owner.query(
    `update profiles set updated_at = (select max(begun_at) + interval '30 minutes' from bureau_reports) where user_id = $1`,
    [userId],
  );
  await closeAndReport('2027-02-09');
  expect(await toldOn('2027-02-09')).toHaveLength(1);
});

test('LEND-24, LEND-D2, LEND-W6: given late money for one loan, then the class is corrected in the records of another', async () => {
  const late = await lab.lend('pair late', EMI3);
  const good = await lab.lend('pair good', { ...EMI3, disbursedOn: day('2027-03-10') });
  await closeAndReport('2027-03-23');
  const told = [['2027-03-23', 'open', 1_530_000, 0, 0, 'SMA1']];
  expect(await toldOn('2027-03-23', good.loanId)).toEqual(told);
  lab.set(noonOf(day('2027-03-25')));
  await lab.credit(late, 'late', 520_000, noonOf(day('2027-02-15')));
  await closeAndReport('2027-03-31');
  expect(await toldOn('2027-03-31', good.loanId)).toEqual([
    ['2027-03-23', 'open', 1_530_000, 0, 0, 'SMA0'],
    ['2027-03-31', 'open', 1_530_000, 0, 0, 'SMA0'],
  ]);
});

test('LEND-24, LEND-D2: given loans that ended and were told of, when one is taken back, then both are corrected and left alone', async () => {
  const late = await lab.lend('both late', EMI3);
  const good = await lab.lend('both good', { ...EMI3, disbursedOn: day('2027-03-10') });
  await closeAndReport('2027-03-23');
  lab.set(noonOf(day('2027-03-26')));
  await lab.credit(late, 'rest of one', 2_000_000, noonOf(day('2027-03-26')));
  await lab.credit(good, 'rest of two', 2_000_000, noonOf(day('2027-03-26')));
  await closeAndReport('2027-03-31');
  await closeAndReport('2027-04-09');
  expect((await toldOn('2027-03-31')).map((one) => (one as unknown[])[1])).toEqual(['closed', 'closed']);
  lab.set(noonOf(day('2027-04-12')));
  await lab.credit(late, 'late', 520_000, noonOf(day('2027-02-15')));
  await closeAndReport('2027-04-16');
  expect(await toldOn('2027-04-16', good.loanId)).toEqual([['2027-03-23', 'open', 1_530_000, 0, 0, 'SMA0']]);
  expect(await listed('2027-04-23', '2027-04-16')).toEqual([]);
});

test('LEND-24: given an account that ended, when it is taken back and nothing changes, then it is told of once more', async () => {
  const loan = await lab.lend('again closed', EMI3);
  lab.set(noonOf(day('2027-01-20')));
  await lab.credit(loan, 'all', 2_000_000, noonOf(day('2027-01-20')));
  await closeAndReport('2027-01-23');
  await closeAndReport('2027-01-31');
  expect(await listed('2027-02-09', '2027-01-31')).toEqual([]);
  await lab.owner.query('update loans set rewound_count = rewound_count + 1');
  await closeAndReport('2027-02-09');
  expect(await toldOn('2027-02-09')).toEqual([['2027-02-09', 'closed', 0, 0, 0, null]]);
  expect(await listed('2027-02-16', '2027-02-09')).toEqual([]);
});

test('LEND-24, LEND-D5: given a written-off loan that a migration closed, when a day before is reported, then it is written off', async () => {
  const loan = await lab.lend('let off', EMI3);
  await close('2027-08-14');
  await deciding(lab).writeOff(loan, 'o');
  await close('2027-08-17');
  await lab.owner.query(`update loans set status = 'closed', closed_on = '2027-08-18'`);
  await lab.owner.query(
    `update instalments set paid_principal_paise = principal_paise, paid_fee_paise = fee_paise, paid_interest_paise = interest_paise
     where is_active`,
  );
  await lab.owner.query(
    'update charges set waived_paise = amount_paise - paid_paise where reversed_on is null',
  );
  await makeReports(lab.deps);
  const { rows } = await lab.owner.query(
    `select status, closed_on, written_off_on, written_off_paise = balance_paise as whole, balance_paise > 1500000 as owed
     from bureau_records where reported_on = '2027-08-16'`,
  );
  expect(rows).toEqual([
    { status: 'written_off', closed_on: null, written_off_on: '2027-08-15', whole: true, owed: true },
  ]);
});
