import { RAIL_MIN_PAISE, refundsDue, REFUSALS_MAX } from '@mohlat/lending';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import { findRefundable } from './refunds.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const STATES = ['processed', 'failed', 'initiated', 'processing', 'unknown'] as const;
/** Ends around the day after which a refused refund is tried again. */
const HOURS_AGO = [2, 24, 25];

test('LEND-16 journal 23: what is due is what the version before finds due, for every two refunds of a repayment', async () => {
  const name = 'due';
  const disbursedOn = businessDate('2027-01-15');
  const { userId, loanId } = await lab.lend(`${name} l`, {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn,
  });
  await lab.credit({ userId, loanId }, name, 1_600_000, lab.clock.now());
  const now = lab.clock.now();
  const one = STATES.flatMap((status) => HOURS_AGO.map((hours) => [status, hours] as const));
  for (const first of one)
    for (const second of one) {
      await lab.owner.query('delete from refunds where user_id = $1', [userId]);
      // One at a time may be under way.
      const refunds = [first, second].filter(
        ([status], index) => index === 0 || status === 'processed' || status === 'failed',
      );
      for (const [status, hours] of refunds)
        await lab.owner.query(
          `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at, settled_at)
           values ($1, $2, $3, 1000, $4, $5, $6)`,
          [
            userId,
            loanId,
            idOf(`repayment ${name}`),
            status,
            now,
            status === 'processed' || status === 'failed'
              ? new Date(now.getTime() - hours * 3_600_000)
              : null,
          ],
        );
      const { older, newer } = await lab.worker.forUser(userId, async (tx) => ({
        older: await tx.call(
          `select repayment_id as "repaymentId", paise::bigint as "amountPaise" from refunds_due($1, $2, $3, $4, '1 day', $5)`,
          [userId, loanId, now, RAIL_MIN_PAISE, REFUSALS_MAX],
        ),
        newer: refundsDue(await findRefundable(tx, userId, [loanId]), now.getTime(), 'by itself'),
      }));
      expect(newer.map(({ repaymentId, amountPaise }) => ({ repaymentId, amountPaise }))).toEqual(older);
    }
});
