import { type WrittenLateness, writtenDaysPastDue } from '@mohlat/lending';
import { simulate } from '@mohlat/lending/simulate';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runEndOfDay } from '../src/features/end-of-day/index.ts';
import { catchUp } from '../src/features/lending/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { debit } from './debiting.ts';
import { bookOutcome, type Lab, noonOf, openLab } from './lending-lab.ts';
import { goDown, happenIn, inTurn } from './living.ts';

const FIRST_ON = businessDate('2027-01-10');
const DAYS = 240;
const on = (days: number): BusinessDate => addDays(FIRST_ON, days);
const SEED = Number(process.env['CLOSE_SEED'] ?? 81);
/** Those on whom much happens, and who do not perform in the end. */
const LIVED = (['in part', 'given up', 'hardship', 'charged back'] as const).map((temperament, number) =>
  simulate({
    userId: `p${number}`,
    seed: SEED + number,
    temperament,
    firstOn: FIRST_ON,
    days: DAYS,
    faults: { latePercent: 40, outages: new Set([on(45), on(80)]) },
  }),
);
const log = createLog('silent', { write: () => {} });

const labs: Lab[] = [];
beforeAll(async () => {
  labs.push(await openLab(), await openLab());
});
afterAll(async () => {
  for (const lab of labs) await lab.close();
});

/** A way to close days: by night for everybody, or by settling money for one person. Both close everybody's days up to one. */
type Close = (lab: Lab, throughOn: BusinessDate) => Promise<void>;

/** A day at a time, in chunks of people; then all interest is posted, as money posts it. */
const byNight: Close = async (lab, throughOn) => {
  const deps = { worker: lab.worker, clock: lab.clock, log };
  expect(await runEndOfDay(deps, throughOn, { chunkSize: 2 })).toMatchObject({ parkedCount: 0 });
  await byPerson(lab, throughOn);
};

/** A person at a time, all their missing days in one call. */
const byPerson: Close = async ({ worker, clock }, throughOn) => {
  const people = await worker.plain((tx) =>
    tx.call<{ id: string }>('select distinct user_id as id from loan_days where is_open order by 1'),
  );
  for (const { id } of people) await worker.forUser(id, (tx) => catchUp(tx, id, throughOn, clock.now()));
};

/** Answers where credit stood after each close. */
async function live(lab: Lab, close: Close): Promise<unknown[]> {
  const credit: unknown[] = [];
  const deeds = LIVED.flatMap((life) => life.deeds).toSorted(inTurn);
  for (const day of [on(45), on(80)]) await goDown(lab, day);
  for (let number = 0; number < DAYS; number += 1) {
    const day = on(number);
    lab.set(noonOf(day));
    // Money meets loans whose days are closed, and loans whose days were not closed for a while.
    if (number % 9 < 2 || number === DAYS - 1) {
      await close(lab, addDays(day, -1));
      credit.push({ day, credit: (await lab.owner.query(ROWS.credit)).rows });
    }
    for (const deed of deeds.filter(({ heardOn }) => heardOn === day)) await happenIn(lab, deed);
  }
  return credit;
}

/** Every journal, without the names of rows that are made as they are written. */
async function journalsOf({ owner }: Lab): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select j.loan_id, j.effective_on, j.posting_on, j.source_kind,
      case when j.source_kind in ('accrual', 'npa', 'npa_upgrade', 'ecl', 'waiver') then j.source_id end as source,
      (select source_kind from journals r where r.user_id = j.user_id and r.id = j.reversal_of) as reverses,
      array_agg(concat_ws(' ', p.account, p.amount_paise, p.loan_id) order by p.account, p.amount_paise) as lines
    from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
    group by j.user_id, j.id order by 1, 2, 3, 4, 5, 6, 7`);
  return rows;
}

const ROWS = {
  accounts:
    'select user_id, account, loan_id, balance_paise from account_balances where balance_paise <> 0 order by 1, 2, 3',
  days: 'select loan_id, closed_through_on, is_open from loan_days order by 1',
  credit: 'select user_id, state, state_reason, used_paise, reserved_paise from credit_accounts order by 1',
  hardships: 'select id, ended_on from hardships order by 1',
  charges: `select loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise, paid_paise, waived_paise,
      reversed_on, reversed_in from charges order by 1, 2, 3, 4, reversed_in, reversed_on`,
  standings: 'select loan_id, business_on, version, dpd, class, is_active from dpd_log order by 1, 2, 3',
  waivers:
    'select id, origin, component, granted_paise, applied_paise, effective_on, journal_id is null as is_empty from waivers order by 1',
  shares:
    'select waiver_id, number, component, amount_paise, is_active from waiver_shares order by 1, 2, 3, 4, 5',
  told: "select task_identifier, key from graphile_worker.jobs where task_identifier <> 'notify' order by 1, 2",
};

const LATENESS = `select days_past_due as "daysPastDue", past_due_on::text as "pastDueOn",
  borrower_closed_through(user_id)::text as "closedOn" from credit_accounts order by user_id`;

async function rowsOf({ owner }: Lab): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(ROWS)) all[name] = (await owner.query(query)).rows;
  // Written down on other days, they say the same of the last close.
  const { rows } = await owner.query<WrittenLateness & { closedOn: BusinessDate | null }>(LATENESS);
  return { ...all, lateness: rows.map((row) => writtenDaysPastDue(row, row.closedOn ?? undefined)) };
}

async function expectTheSame([night, person]: readonly [Lab, Lab]): Promise<void> {
  expect(await journalsOf(night)).toEqual(await journalsOf(person));
  expect(await rowsOf(night)).toEqual(await rowsOf(person));
  expect(await bookOutcome(night)).toEqual(await bookOutcome(person));
  expect(await night.broken()).toEqual([]);
}

/** Counts the journals of each kind. */
async function kindsOf({ owner }: Lab): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ kind: string; count: number }>(
    'select source_kind as kind, count(*)::int as count from journals group by 1',
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

test('LEND-22: days closed by the night and days closed at once for one person book the same', async () => {
  const [night, person] = labs as [Lab, Lab];
  expect(await live(night, byNight)).toEqual(await live(person, byPerson));
  await expectTheSame([night, person]);
  // None of it held because nothing happened.
  if (SEED !== 81) return;
  const kinds = ['accrual', 'demand', 'earmark', 'ecl', 'npa', 'penal', 'reversal'];
  expect(Object.keys(await kindsOf(night))).toEqual(expect.arrayContaining(kinds));
});

/** Everything is paid but fifty paise, which are let off after the last due date, when an allowance is held for them. */
async function leaveTooLittle(lab: Lab, close: Close): Promise<void> {
  const loan = await lab.lend('tiny l1', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: businessDate('2028-01-15'),
  });
  for (const [number, paise, day] of [
    [3, 519_950, '2028-01-25'],
    [1, 520_000, '2028-02-15'],
    [2, 520_000, '2028-03-15'],
  ] as const) {
    lab.set(noonOf(businessDate(day)));
    await close(lab, addDays(businessDate(day), -1));
    await debit(lab, loan, `tiny ${number}`, paise, lab.clock.now(), number);
  }
  lab.set(noonOf(businessDate('2028-04-20')));
  await close(lab, businessDate('2028-04-19'));
  const { rows } = await lab.owner.query('select status from loans where id = $1', [loan.loanId]);
  expect(rows).toEqual([{ status: 'closed' }]);
}

/** Nothing is paid until the borrower does not perform, on either loan; then all arrears are. */
async function payArrearsAtLast(lab: Lab, close: Close): Promise<void> {
  const terms = (disbursedOn: string) => ({
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: businessDate(disbursedOn),
  });
  const late = await lab.lend('again l1', terms('2029-01-15'));
  await lab.lend('again l2', terms('2029-05-10'));
  lab.set(noonOf(businessDate('2029-05-20')));
  await close(lab, businessDate('2029-05-19'));
  await lab.credit(late, 'again all', 1_700_000, lab.clock.now());
  lab.set(noonOf(businessDate('2029-05-25')));
  await close(lab, businessDate('2029-05-24'));
}

test('LEND-9, LEND-D3: both let off what is too little to ask for, and let a borrower perform again', async () => {
  const [night, person] = labs as [Lab, Lab];
  const before = await kindsOf(night);
  for (const [lab, close] of [
    [night, byNight],
    [person, byPerson],
  ] as const) {
    await leaveTooLittle(lab, close);
    await payArrearsAtLast(lab, close);
  }
  await expectTheSame([night, person]);
  const kinds = await kindsOf(night);
  for (const kind of ['waiver', 'npa_upgrade']) expect(kinds[kind], kind).toBe((before[kind] ?? 0) + 1);
  const { rows } = await night.owner.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'losses.tell_closed'",
  );
  expect(rows.length).toBeGreaterThan(0);
});
