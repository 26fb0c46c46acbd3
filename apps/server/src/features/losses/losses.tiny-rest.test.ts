import { readFile } from 'node:fs/promises';
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
  await close(good, WRITTEN_OFF_ON);
  return { given, good };
}

/** Closes a day as the night's work does. */
async function close({ userId }: LabLoan, day: BusinessDate): Promise<void> {
  lab.set(noonOf(addDays(day, 1)));
  await lab.worker.forUser(userId, (tx) => closePeople(tx, [userId], day, lab.clock.now()));
}

async function statusOf({ loanId }: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ status: string }>('select status from loans where id = $1', [
    loanId,
  ]);
  return rows[0]!.status;
}

async function owedOn({ userId, loanId }: LabLoan): Promise<number> {
  const today = lab.clock.today();
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, today));
  return toPayment(facts!, today).outstandingPaise;
}

test('LEND-W3, LEND-9: given a written-off loan, when all but 58 paise come in, then it closes and the other performs', async () => {
  const { given, good } = await borrower('recovered');
  await lab.credit(given, 'recovered most', (await owedOn(given)) - 58, lab.clock.now());
  expect([await statusOf(given), await owedOn(given)]).toEqual(['closed', 0]);
  await close(good, lab.clock.today());
  expect(await statusOf(good)).toBe('active');
});

test('LEND-W3, LEND-9: given a tiny rest that an older version left, when the schema moves on, then the loan closes', async () => {
  const { given, good } = await borrower('left');
  const other = await borrower('owes');
  for (const loan of [given, other.given])
    await lab.credit(loan, `most of ${loan.loanId}`, (await owedOn(loan)) - 158, lab.clock.now());
  // So that 58 paise are left, as an older version left them.
  await lab.owner.query(
    `update charges set paid_paise = paid_paise + 100 where id = (
       select id from charges where loan_id = $1 and paid_paise + waived_paise < amount_paise order by id limit 1)`,
    [given.loanId],
  );
  const file = new URL(
    '../../../../../db/migrations/0885_tiny_rests_of_written_off_loans.sql',
    import.meta.url,
  );
  const migration = await readFile(file, 'utf8');
  await lab.owner.query(migration);
  await lab.owner.query(migration);
  expect([await statusOf(given), await owedOn(given)]).toEqual(['closed', 0]);
  expect([await statusOf(other.given), await owedOn(other.given)]).toEqual(['written_off', 158]);
  await close(good, lab.clock.today());
  await close(other.good, lab.clock.today());
  expect([await statusOf(good), await statusOf(other.good)]).toEqual(['active', 'npa']);
});
