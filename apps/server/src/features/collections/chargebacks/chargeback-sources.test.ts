import {
  chargebackLost,
  chargebackOpened,
  chargebackWon,
  type Journal,
  returnedWithoutDispute,
} from '@mohlat/lending';
import { businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookJournals } from '#features/lending/index.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

const START = businessDate('2027-01-15');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** The statement with which the version before books a step of a dispute. */
const OLDER = `select ledger_post($1, 'chargeback', case $3 when 'opened' then $2::uuid else md5($2 || ' ' || $3)::uuid end, $4, $5, $6, $7)`;

test('LEND-16 journal 34: given a step that the version before booked, when it is booked again, then it stands once', async () => {
  const { userId, loanId } = await lab.lend('sources', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: START,
  });
  const now = lab.clock.now();
  const dispute = { id: idOf('dispute'), loanId, amountPaise: paise(520_000) };
  const repayment = { ...dispute, id: idOf('returned') };
  const back = { channel: 'checkout', returnedPaise: paise(20_000) } as const;
  const steps: [string, string, Journal][] = [
    ['opened', dispute.id, chargebackOpened(dispute, START)],
    ['won', dispute.id, chargebackWon(dispute, START)],
    ['lost', dispute.id, chargebackLost(dispute, back, START)],
    ['returned', repayment.id, returnedWithoutDispute(repayment, back, START)!],
  ];
  for (const [step, id, journal] of steps)
    await lab.worker.forUser(userId, async (tx) => {
      await tx.call(OLDER, [userId, id, step, loanId, START, now, JSON.stringify(journal.lines)]);
      await bookJournals(tx, [{ userId, journal }], now);
    });
  const { rows } = await lab.owner.query(
    `select count(*)::int as count from journals where user_id = $1 and source_kind = 'chargeback'`,
    [userId],
  );
  expect(rows).toEqual([{ count: 4 }]);
});
