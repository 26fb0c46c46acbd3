import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/crypto/ids.ts';
import { deciding } from '#test/deciding.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2027-01-15');
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };
const WRITE_OFF = idOf('approval lost');

let lab: Lab;
let loan: LabLoan;
let other: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  [loan, other] = [await lab.lend('lost l', TERMS), await lab.lend('lost m', TERMS)];
  lab.set(noonOf(addDays(START, 240)));
  await lab.catchUp(loan, addDays(START, 239));
  await deciding(lab).writeOff(loan, 'lost');
});
afterAll(() => lab.close());

/** Applies the decision to a loan once more, in a transaction that is taken back; its journal stands. */
async function appliedTo(
  { userId, loanId }: LabLoan,
  prepare: (tx: Tx) => Promise<unknown>,
  writeOffId = WRITE_OFF,
): Promise<string[]> {
  const undone = new Error('undone');
  let statuses: string[] = [];
  const done = lab.worker.forUser(userId, async (tx) => {
    await tx.call("update loans set status = 'npa', written_off_on = null where user_id = $1 and id = $2", [
      userId,
      loanId,
    ]);
    await prepare(tx);
    const row = { user_id: userId, loan_id: loanId, write_off_id: writeOffId, on: lab.clock.today() };
    const amounts = { principal_paise: 1, fee_paise: 0, interest_paise: 0, charges_paise: 0 };
    await tx.call('select book_write_offs(array[jsonb_populate_record(null::loan_written_off, $1)], $2)', [
      JSON.stringify({ ...row, ...amounts }),
      lab.clock.now(),
    ]);
    const rows = await tx.call<{ status: string }>(
      'select status from loans where user_id = $1 and id = any ($2::uuid[]) order by id = $3 desc',
      [userId, [loanId], loanId],
    );
    statuses = rows.map(({ status }) => status);
    throw undone;
  });
  await done.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return statuses;
}

const open = (tx: Tx) =>
  tx.call(
    `update write_offs set is_applied = null, journal_id = null, principal_paise = null, fee_paise = null, interest_paise = null,
       charges_paise = null where id = $1`,
    [WRITE_OFF],
  );

test('LEND-D5: given a decision to write a loan off, when it is applied, then the loan leaves the books', async () => {
  expect(await appliedTo(loan, open)).toEqual(['written_off']);
});

test('LEND-D5: given a decision that was applied, when it is applied again, then it is refused', async () => {
  await expect(appliedTo(loan, async () => {})).rejects.toMatchObject({ code: '23514' });
});

test('LEND-D5: given a decision about one loan, when it is applied to another, then it is refused', async () => {
  await expect(appliedTo(other, open)).rejects.toMatchObject({ code: '23514' });
});

const beside = (tx: Tx, id = newId()) =>
  tx.call(
    `insert into write_offs (user_id, id, loan_id, approval_id, decided_at, effective_on)
     select user_id, $2, loan_id, approval_id, decided_at, effective_on from write_offs where id = $1`,
    [WRITE_OFF, id],
  );

test('LEND-D5: given a decision without a journal of its own, when it is applied, then it is refused', async () => {
  const id = newId();
  await expect(appliedTo(loan, (tx) => beside(tx, id), id)).rejects.toMatchObject({ code: '23514' });
});

test('LEND-D5: given two decisions about a loan, when one is applied, then the other stays open', async () => {
  expect(await appliedTo(loan, (tx) => open(tx).then(() => beside(tx)))).toEqual(['written_off']);
});
