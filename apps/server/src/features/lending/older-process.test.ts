import { type Borrower, closeDay, type Decision, standingOn } from '@mohlat/lending';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { loadDays, loadForClose, sourceName } from './index.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const AS_BEFORE = `
  select book(array[($1, $2)::book_known], $3, array(select x from jsonb_populate_recordset(null::ledger_line, $4) x),
    p_instalment_demanded => array(select x from jsonb_populate_recordset(null::instalment_demanded, $5) x),
    p_standing_recorded => array(select x from jsonb_populate_recordset(null::standing_recorded, $6) x),
    p_day_closed => array(select x from jsonb_populate_recordset(null::day_closed, $7) x))`;

/** Closes one day as the version before did: interest, days past due and the day itself of each loan, every day, and no next day. */
async function closeAsBefore({ userId, loanId }: LabLoan, day: BusinessDate): Promise<void> {
  lab.set(noonOf(addDays(day, 1)));
  await lab.worker.plain(async (tx) => {
    const [known] = await loadForClose(tx, [userId], day);
    const [facts] = await loadDays(tx, day, day);
    const borrower: Borrower = {
      ...known!.borrower,
      loans: known!.borrower.loans.map((loan) => ({ ...loan, nextOn: null })),
    };
    const { journals, changes } = closeDay(borrower, day, facts!);
    const lines = journals.flatMap(({ kind, source, effectiveOn, lines: of }) =>
      of.map(({ account, amountPaise }) => ({
        user_id: userId,
        source_kind: kind,
        source_id: sourceName(source),
        loan_id: loanId,
        effective_on: effectiveOn,
        account,
        line_loan_id: loanId,
        amount_paise: amountPaise,
      })),
    );
    const demanded = changesOf(changes, 'instalment_demanded').map(({ number }) => ({
      user_id: userId,
      loan_id: loanId,
      number,
    }));
    const [stands] = changesOf(changes, 'standing_recorded');
    const standing = stands ?? standingOn(borrower.loans[0]!, day);
    expect(changes.every(({ change }) => WRITTEN_BEFORE.has(change))).toBe(true);
    const rows = [
      lines,
      demanded,
      standing === undefined
        ? []
        : [{ user_id: userId, loan_id: loanId, on: day, dpd: standing.dpd, class: standing.class }],
      [{ user_id: userId, loan_id: loanId, on: day }],
    ].map((list) => JSON.stringify(list));
    await tx.call(AS_BEFORE, [userId, known!.version, lab.clock.now(), ...rows]);
  });
}

const WRITTEN_BEFORE = new Set(['instalment_demanded', 'standing_recorded', 'days_closed', 'next_day_set']);

function changesOf<Name extends Decision['changes'][number]['change']>(
  changes: Decision['changes'],
  name: Name,
) {
  return changes.filter(
    (change): change is Extract<Decision['changes'][number], { change: Name }> => change.change === name,
  );
}

test('LEND-B2: given an older process for a second night, when it closes lagging days, then the books are the same', async () => {
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
  const [loan, twin] = [await lab.lend('second l', terms), await lab.lend('twin l', terms)];
  const night = async (of: LabLoan, through: string) => {
    const day = businessDate(through);
    lab.set(noonOf(addDays(day, 1)));
    await lab.catchUp(of, day);
  };
  // The first night is one of this version; its loans lag from then on.
  await night(loan, '2027-02-10');
  // The second is of the version before: what lags is closed day by day, over a due date that is missed.
  for (let day = businessDate('2027-02-11'); day <= '2027-02-17'; day = addDays(day, 1))
    await closeAsBefore(loan, day);
  const { rows: written } = await lab.owner.query(
    `select (select count(*)::integer from journals where loan_id = $1 and source_kind = 'accrual' and effective_on > '2027-02-10') as accruals,
       (select array_agg(business_on::text || ' ' || dpd order by business_on) from dpd_log
        where loan_id = $1 and is_active and business_on >= '2027-02-14') as late,
       (select closed_through_on::text from loan_days where loan_id = $1) as closed`,
    [loan.loanId],
  );
  expect(written).toEqual([
    {
      // One a day, those of the second instalment included.
      accruals: 7,
      late: ['2027-02-14 0', '2027-02-15 1', '2027-02-16 2', '2027-02-17 3'],
      closed: '2027-02-17',
    },
  ]);
  await night(loan, '2027-03-31');
  for (const through of ['2027-02-10', '2027-02-17', '2027-03-31']) await night(twin, through);
  const [one, other] = (await bookOutcome(lab)).filter((row) =>
    [loan.loanId, twin.loanId].includes((row as { id: string }).id),
  ) as { id: string }[];
  expect({ ...one!, id: '' }).toEqual({ ...other!, id: '' });
  expect(await lab.broken()).toEqual([]);
});
