import { addDays, type BusinessDate, businessDate, creditStanding } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleStanding } from '#features/lending/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-01-15');
/** One payment, due thirty days later. */
const DUE = addDays(START, 30);
/** The day at whose close so many days are past due. */
const closeOf = (dpd: number): BusinessDate => addDays(DUE, dpd - 1);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const lend = (name: string) => lab.lend(name, { billPaise: 300_000, instalments: 1, disbursedOn: START });

/** Lives until the morning after a close. */
async function liveTo(loan: LabLoan, day: BusinessDate): Promise<void> {
  lab.set(noonOf(addDays(day, 1)));
  await lab.catchUp(loan, day);
}

async function stands(loan: LabLoan): Promise<{ state: string; hold: string | null }> {
  await lab.worker.forUser(loan.userId, (tx) => settleStanding(tx, [loan.userId], lab.clock.now()));
  return written(loan);
}

async function written({ userId }: LabLoan): Promise<{ state: string; hold: string | null }> {
  const { rows } = await lab.owner.query<{ state: string; hold: string | null }>(
    'select state, state_reason as hold from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0]!;
}

const BOTH = [false, true];

describe('LEND-14: an account stands where the rule puts it', () => {
  test.each([
    [0, false],
    [1, false],
    [30, false],
    [30, true],
    [31, false],
    [31, true],
    [90, true],
    [91, false],
    [91, true],
  ])('%i days past due, repaid since: %s', async (dpd, isRepaid) => {
    const loan = await lend(`d${dpd}${isRepaid ? 'r' : ''} l1`);
    await liveTo(loan, closeOf(dpd));
    if (isRepaid) await lab.credit(loan, `d${dpd}`, 330_000, lab.clock.now());
    for (const isWrittenOff of isRepaid ? [false] : BOTH) {
      for (const isIdentityVerified of BOTH) {
        for (const isStale of BOTH) {
          const reportOn = addDays(lab.clock.today(), isStale ? -91 : -90);
          await lab.owner.query(
            `with k as (update kyc_records set lapsed_at = $2 where user_id = $1),
               l as (update loans set status = case when $4 then 'written_off' when $5 then status else $6 end where user_id = $1)
             update credit_accounts set report_on = $3 where user_id = $1`,
            [
              loan.userId,
              isIdentityVerified ? null : lab.clock.now(),
              reportOn,
              isWrittenOff,
              isRepaid,
              dpd >= 91 ? 'npa' : 'active',
            ],
          );
          const facts = {
            dpd: isRepaid ? 0 : dpd,
            dpdMax: dpd,
            wasNpa: dpd >= 91,
            isWrittenOff,
            hasSettledForLess: false,
            isDisputed: false,
          };
          const expected = creditStanding({
            ...facts,
            isIdentityVerified,
            reportAgeDays: isStale ? 91 : 90,
          });
          expect([isWrittenOff, isIdentityVerified, isStale, await stands(loan)]).toEqual([
            isWrittenOff,
            isIdentityVerified,
            isStale,
            expected,
          ]);
        }
      }
    }
  });
});

describe('a borrower with two loans', () => {
  test('LEND-D2, LEND-14: the worse one decides, and only when neither is past due is the limit free', async () => {
    const [worse, better] = [await lend('two l1'), await lend('two l2')];
    await liveTo(worse, closeOf(5));
    expect(await written(worse)).toEqual({ state: 'blocked_due', hold: 'overdue' });
    await lab.credit(better, 'better', 330_000, lab.clock.now());
    expect(await written(worse)).toEqual({ state: 'blocked_due', hold: 'overdue' });
    await lab.credit(worse, 'part', 100_000, lab.clock.now());
    expect(await written(worse)).toEqual({ state: 'blocked_due', hold: 'overdue' });
    await lab.credit(worse, 'rest', 230_000, lab.clock.now());
    expect(await written(worse)).toEqual({ state: 'active', hold: null });
  });
});

describe('money that is heard of late', () => {
  test('LEND-W6, LEND-14: takes a suspension back that would not have been', async () => {
    const loan = await lend('late l1');
    await liveTo(loan, closeOf(40));
    expect(await written(loan)).toEqual({ state: 'suspended', hold: 'arrears' });
    await lab.credit(loan, 'earlier', 330_000, noonOf(closeOf(10)));
    expect(await written(loan)).toEqual({ state: 'active', hold: null });
    const again = await lend('again l1');
    await liveTo(again, closeOf(40));
    await lab.credit(again, 'too late', 330_000, noonOf(closeOf(33)));
    expect(await written(again)).toEqual({ state: 'suspended', hold: 'arrears' });
  });

  test('LEND-14: a suspension or an end by hand is left alone', async () => {
    for (const state of ['suspended', 'revoked']) {
      const loan = await lend(`${state} l1`);
      await lab.owner.query('update credit_accounts set state = $2 where user_id = $1', [loan.userId, state]);
      await liveTo(loan, closeOf(2));
      expect(await written(loan)).toEqual({ state, hold: null });
    }
  });
});
