import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, world, type World } from '#test/reminder-days.ts';

describe('LEND-23: a debit that is about to be announced', () => {
  let all: World;
  beforeAll(async () => {
    all = await world(['unplanned l1', 'replaced l1']);
    for (const { userId, loanId } of all.loans)
      await all.lab.owner.query(
        `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at)
         values ($1, $2, $2, 'upi', 'active', 570000, '2027-01-01', 'token', now())`,
        [userId, loanId],
      );
  });
  afterAll(() => all.lab.close());

  const steps = async (loan: LabLoan) => (await all.said(loan)).map((one) => one.step);

  test('is told by its own notice two days ahead: no earlier step is made up for', async () => {
    await all.remindAt(-2, '10:00');
    expect(await Promise.all(all.loans.map(steps))).toEqual([[], []]);
  });

  test('keeps a reminder back for an hour after it was planned, and no longer', async () => {
    const [other, { userId, loanId }] = all.loans as [LabLoan, LabLoan];
    await all.lab.owner.query(
      `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
       values ($1, $2, $2, $2, 1, 1, 520000, 'planned', $3, $4)`,
      [userId, loanId, at(0, '11:00'), at(-1, '09:30')],
    );
    await all.remindAt(-1, '10:00');
    expect([await steps(all.loans[1]!), await steps(other)]).toEqual([[], ['before_1']]);
    // Its provider may be away: then the reminder says what the notice could not.
    await all.remindAt(-1, '11:00');
    expect(await steps(all.loans[1]!)).toEqual(['before_1']);
  });
});
