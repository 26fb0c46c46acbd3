import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { markLapsed } from './rekyc/rekyc.repo.ts';

const START = businessDate('2027-01-15');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** A loan closed through a day that many days after it began, and its account put where the case has it. */
async function at(days: number, name: string, account: string): Promise<LabLoan> {
  const loan = await lab.lend(name, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  lab.set(noonOf(addDays(START, days)));
  await lab.catchUp(loan, addDays(START, days - 1));
  await lab.owner.query(`update credit_accounts set ${account} where user_id = $1`, [loan.userId]);
  return loan;
}

async function lapse({ userId }: LabLoan): Promise<unknown> {
  await lab.worker.forUser(userId, (tx) => markLapsed(tx, userId, lab.clock.now()));
  const { rows } = await lab.owner.query(
    'select state, state_reason as hold, hold_told as told, days_past_due as dpd from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0];
}

const LAPSED = { state: 'suspended', hold: 'kyc_lapse', told: 'kyc_lapse' };

test.each([
  ['active', 10, "state = 'active', state_reason = null", { ...LAPSED, dpd: 0 }],
  ['late', 36, "state = 'blocked_due', state_reason = 'overdue'", { ...LAPSED, dpd: 5 }],
  ['stale', 10, "state = 'suspended', state_reason = 'report_stale'", { ...LAPSED, dpd: 0 }],
  [
    'stopped',
    10,
    "state = 'suspended', state_reason = null",
    { state: 'suspended', hold: null, told: null, dpd: 0 },
  ],
  // More than thirty days late wins over the KYC: a person decides about it.
  [
    'arrears',
    80,
    "state = 'blocked_due', state_reason = 'overdue', hold_told = null",
    { state: 'suspended', hold: 'arrears', told: null, dpd: 49 },
  ],
])(
  'LEND-14: given an account that is %s, when its KYC lapses, then it stands as the standing rule says',
  async (name, days, account, expected) => {
    expect(await lapse(await at(days, name, account))).toEqual(expected);
  },
);
