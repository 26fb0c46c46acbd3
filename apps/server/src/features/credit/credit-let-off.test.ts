import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleStanding } from '#features/lending/index.ts';
import { findFactsOn, toPayment } from '#features/payments/index.ts';
import { deciding } from '#test/deciding.ts';
import { type Lab, type LabLoan, noonOf, openLab, idOf } from '#test/lending-lab.ts';
import { reinstatementApproval } from './credit.reinstate.ts';

const START = businessDate('2026-01-05');
/** Due on 4 February; the day before it was 32 days past due. Its late charge counts from 23 February. */
const PAID_ON = businessDate('2026-03-08');
const FREED_ON = businessDate('2026-03-28');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function standing({ userId, loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ state: string; status: string; closedOn: string }>(
    `select c.state, l.status, l.closed_on as "closedOn" from credit_accounts c join loans l on l.user_id = c.user_id
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId],
  );
  return rows[0]!;
}

test('LEND-9, LEND-14: given a late loan that ended as a tiny balance, when two people free the limit weeks later, then it stays free', async () => {
  const loan = await lab.lend('tiny', { billPaise: 300_000, instalments: 1, disbursedOn: START });
  const { userId, loanId } = loan;
  lab.set(noonOf(PAID_ON));
  await lab.catchUp(loan, addDays(PAID_ON, -1));
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, PAID_ON));
  // Money that leaves ten rupees or less closes a loan at once, so a waiver leaves the rest.
  await lab.credit(loan, 'tiny most', toPayment(facts!, PAID_ON).outstandingPaise - 2_000, lab.clock.now());
  await deciding(lab).waive(loan, 'tiny', 'penal', 1_950);
  lab.set(noonOf(FREED_ON));
  await lab.catchUp(loan, PAID_ON);
  await lab.owner.query('update credit_accounts set report_on = $2 where user_id = $1', [userId, FREED_ON]);
  expect(await standing(loan)).toEqual({
    state: 'suspended',
    status: 'closed',
    closedOn: addDays(PAID_ON, 1),
  });
  await lab.worker.forUser(userId, (tx) =>
    reinstatementApproval().apply(
      tx,
      { approvalId: idOf('unblock tiny'), objectId: userId, userId, payload: {}, reason: 'spoke with them' },
      { decidedBy: idOf('a member'), now: lab.clock.now() },
    ),
  );
  expect(await standing(loan)).toMatchObject({ state: 'active' });
  // The whole book is closed through that day.
  lab.set(noonOf(addDays(FREED_ON, 1)));
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at, loans_closed_at) values ($1, $2, $2, $2)
     on conflict (day_on) do update set loans_closed_at = excluded.loans_closed_at`,
    [FREED_ON, lab.clock.now()],
  );
  await lab.worker.forUser(userId, (tx) => settleStanding(tx, [userId], lab.clock.now()));
  expect(await standing(loan)).toMatchObject({ state: 'active' });
});
