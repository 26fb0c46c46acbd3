import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePeople } from '#features/lending/index.ts';
import { findFactsOn, toPayment } from '#features/payments/index.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const WRITTEN_OFF_ON = businessDate('2027-08-15');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A borrower with a loan that was never paid and is written off, and one that owes nothing yet. */
async function borrower(name: string): Promise<{ given: LabLoan; good: LabLoan }> {
  const given = await lab.lend(`${name} given up`, EMI3);
  const good = await lab.lend(`${name} good`, { ...EMI3, disbursedOn: businessDate('2027-07-25') });
  lab.set(noonOf(WRITTEN_OFF_ON));
  await deciding(lab).writeOff(given, name);
  return { given, good };
}

/** Closes a day as the night's work does; answers the number of loans that were looked at. */
async function close({ userId }: LabLoan, day: BusinessDate): Promise<number> {
  lab.set(noonOf(addDays(day, 1)));
  return lab.worker.forUser(userId, (tx) => closePeople(tx, [userId], day, lab.clock.now()));
}

async function statusOf({ loanId }: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ status: string }>('select status from loans where id = $1', [
    loanId,
  ]);
  return rows[0]!.status;
}

/** The standing journals of a kind, by their days. */
async function daysOf({ loanId }: LabLoan, kind: string): Promise<string[]> {
  const { rows } = await lab.owner.query<{ day: string }>(
    `select j.effective_on::text as day from journals j where j.loan_id = $1 and j.source_kind = $2 and j.reversal_of is null
       and not exists (select 1 from journals m where m.reversal_of = j.id) order by 1`,
    [loanId, kind],
  );
  return rows.map(({ day }) => day);
}

test('LEND-D3, LEND-D5: given a write-off beside another loan, when days are closed, then that one stays NPA and quiet days bring nothing', async () => {
  const { given, good } = await borrower('stays');
  expect(await close(good, WRITTEN_OFF_ON)).toBe(1);
  expect(await statusOf(good)).toBe('npa');
  expect(await close(good, addDays(WRITTEN_OFF_ON, 1))).toBe(0);
  const facts = await lab.worker.forUser(given.userId, (tx) =>
    findFactsOn(tx, given.userId, given.loanId, lab.clock.today()),
  );
  const { outstandingPaise } = toPayment(facts!, lab.clock.today());
  await lab.credit(given, 'stays all', outstandingPaise, lab.clock.now());
  expect([await statusOf(given), await daysOf(good, 'npa_upgrade')]).toEqual(['closed', []]);
  await close(good, lab.clock.today());
  expect([await statusOf(good), await daysOf(good, 'npa_upgrade')]).toEqual(['active', ['2027-08-17']]);
});

test('LEND-D3, LEND-24: given a written-off loan, when a lower sum ends it, then the other loan performs again', async () => {
  const { given, good } = await borrower('settled');
  await close(good, WRITTEN_OFF_ON);
  await deciding(lab).agree(given, 'settled lower', 300_000, addDays(WRITTEN_OFF_ON, 20));
  await lab.credit(given, 'settled part', 200_000, lab.clock.now());
  await close(good, lab.clock.today());
  expect(await statusOf(good)).toBe('npa');
  await lab.credit(given, 'settled rest', 100_000, lab.clock.now());
  await close(good, lab.clock.today());
  expect([await statusOf(given), await statusOf(good)]).toEqual(['settled', 'active']);
});
