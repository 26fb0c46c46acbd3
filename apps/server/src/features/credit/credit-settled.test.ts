import { addDays } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleStanding } from '#features/lending/index.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { findForgiven, type Forgiven } from './credit.forgiven.ts';
import { reinstatementApproval } from './credit.reinstate.ts';

const AGREED_ON = addDays(EMI3.disbursedOn, 40);
const AGREED_PAISE = 300_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan of which a lower sum is agreed on a day. */
async function agreed(name: string, disbursedOn = EMI3.disbursedOn): Promise<LabLoan> {
  const loan = await lab.lend(name, { ...EMI3, disbursedOn });
  lab.set(noonOf(AGREED_ON));
  await lab.catchUp(loan, addDays(AGREED_ON, -1));
  await lab.owner.query('update credit_accounts set report_on = $2 where user_id = $1', [
    loan.userId,
    AGREED_ON,
  ]);
  await deciding(lab).agree(loan, name, AGREED_PAISE, addDays(AGREED_ON, 14));
  return loan;
}

async function stands({ userId }: LabLoan): Promise<(string | null)[]> {
  await lab.worker.forUser(userId, (tx) => settleStanding(tx, [userId], lab.clock.now()));
  const { rows } = await lab.owner.query<{ state: string; hold: string | null }>(
    'select state, state_reason as hold from credit_accounts where user_id = $1',
    [userId],
  );
  return [rows[0]!.state, rows[0]!.hold];
}

const subjectOf = ({ userId }: LabLoan, payload: unknown) => ({
  approvalId: idOf(`unblock ${userId}`),
  objectId: userId,
  userId,
  payload,
  reason: 'spoke with them',
});
const seenOf = ({ userId }: LabLoan): Promise<Forgiven> =>
  lab.worker.forUser(userId, (tx) => findForgiven(tx, userId));

/** Two people free the limit, by what the first of them saw; by what stands where that is left out. */
const free = async (loan: LabLoan, seen?: unknown): Promise<void> => {
  const payload = seen ?? (await seenOf(loan));
  await lab.worker.forUser(loan.userId, (tx) =>
    reinstatementApproval().apply(tx, subjectOf(loan, payload), {
      decidedBy: idOf('a member'),
      now: lab.clock.now(),
    }),
  );
};

const picture = (loan: LabLoan, seen: unknown) =>
  lab.worker.forUser(loan.userId, (tx) =>
    reinstatementApproval().describe(tx, subjectOf(loan, seen), lab.clock.now()),
  );

const STALE = { code: 'approval_stale' };

test('LEND-24: given a limit to free, then the second person reads the limit and what is owed', async () => {
  const loan = await agreed('shown');
  const { userId, loanId } = loan;
  const now = lab.clock.now();
  const { facts, account } = await lab.worker.forUser(userId, async (tx) => {
    const subject = { approvalId: idOf('shown'), objectId: userId, userId, payload: {}, reason: 'spoke' };
    const [row] = await tx.call<{ limit_paise: number }>(
      'select limit_paise from credit_accounts where user_id = $1',
      [userId],
    );
    const owed = await findFactsOn(tx, userId, loanId, AGREED_ON);
    return {
      facts: (await reinstatementApproval().describe(tx, subject, now)).facts,
      account: { limitPaise: row!.limit_paise, owedPaise: outstandingOfFacts(owed!) },
    };
  });
  expect(account.owedPaise).toBeGreaterThan(0);
  expect(facts).toEqual(
    expect.arrayContaining([
      { code: 'limit_paise', value: account.limitPaise },
      { code: 'outstanding_paise', value: account.owedPaise },
    ]),
  );
});

test('LEND-14, LEND-D05: given a loan settled for less, when two people free the limit on that day, then it is free', async () => {
  const loan = await agreed('today');
  await lab.credit(loan, 'today all', AGREED_PAISE, lab.clock.now());
  expect(await stands(loan)).toEqual(['suspended', 'arrears']);
  await free(loan);
  expect(await stands(loan)).toEqual(['active', null]);
});

test('LEND-14, LEND-D05: given a limit freed, when money of a day before is heard of and settles another loan for less, then the limit rests', async () => {
  const loan = await agreed('late one');
  const other = await agreed('late two', addDays(AGREED_ON, -5));
  await lab.credit(loan, 'late one all', AGREED_PAISE, lab.clock.now());
  const paidAt = lab.clock.now();
  lab.set(noonOf(addDays(AGREED_ON, 1)));
  await free(loan);
  expect(await stands(loan)).toEqual(['active', null]);
  await lab.credit(other, 'late two all', AGREED_PAISE, paidAt);
  expect(await stands(loan)).toEqual(['suspended', 'arrears']);
  await free(loan);
  expect(await stands(loan)).toEqual(['active', null]);
});

test('LEND-14, LEND-24: given a proposal to free a limit, when another loan is settled for less, then the proposal is stale', async () => {
  const loan = await agreed('seen one');
  const other = await agreed('seen two', addDays(AGREED_ON, -5));
  await lab.credit(loan, 'seen one all', AGREED_PAISE, lab.clock.now());
  const seen = await seenOf(loan);
  const shown = await picture(loan, seen);
  expect(shown.isCurrent).toBe(true);
  expect(shown.facts).toContainEqual({ code: 'settled_paise', value: AGREED_PAISE });
  const givenUp = shown.facts.find(({ code }) => code === 'given_up_paise');
  expect(Number(givenUp?.value)).toBeGreaterThan(0);
  await lab.credit(other, 'seen two all', AGREED_PAISE, lab.clock.now());
  expect((await picture(loan, seen)).isCurrent).toBe(false);
  await expect(free(loan, seen)).rejects.toMatchObject(STALE);
  expect(await stands(loan)).toEqual(['suspended', 'arrears']);
  await free(loan);
  expect(await stands(loan)).toEqual(['active', null]);
});

test('LEND-14, LEND-24: given a proposal to free a limit, when a bank takes money back, then the proposal is stale', async () => {
  const loan = await agreed('taken back');
  await lab.credit(loan, 'taken back all', AGREED_PAISE, lab.clock.now());
  const seen = await seenOf(loan);
  const at = new Date(lab.clock.now().getTime() + 1000);
  await lab.owner.query('update credit_accounts set taken_back_at = $2 where user_id = $1', [
    loan.userId,
    at,
  ]);
  await expect(free(loan, seen)).rejects.toMatchObject(STALE);
  const shown = await picture(loan, await seenOf(loan));
  expect(shown.facts).toContainEqual({ code: 'taken_back_at', value: at.toISOString() });
  await free(loan);
  expect(await stands(loan)).toEqual(['active', null]);
});

test('LEND-14, LEND-24: given a proposal that names nothing, when there is something to forgive, then it is stale', async () => {
  const loan = await agreed('names nothing');
  await lab.credit(loan, 'names nothing all', AGREED_PAISE, lab.clock.now());
  expect((await picture(loan, {})).isCurrent).toBe(false);
  await expect(free(loan, {})).rejects.toMatchObject(STALE);
});

test('LEND-14, LEND-P1: given a suspended limit that was taken, when it is freed, then it is declined', async () => {
  const loan = await agreed('declined');
  await lab.credit(loan, 'declined all', AGREED_PAISE, lab.clock.now());
  expect(await stands(loan)).toEqual(['suspended', 'arrears']);
  const assessmentId = idOf('declined assessment');
  await lab.owner.query(
    `with consent as (insert into consents (user_id, id, purpose, version, wording, given_at)
         values ($1, $2, 'bureau_pull', '1', '', $3) returning id),
       made as (insert into credit_assessments (user_id, id, policy_version, consent_id, inputs, outcome, decision, limit_paise,
           bureau_reference, at)
         select $1, $2, '1', id, '{}', '{}', 'declined', 0, '', $3 from consent returning id)
     update credit_accounts c set limit_paise = 0, assessment_id = made.id from made where c.user_id = $1`,
    [loan.userId, assessmentId, lab.clock.now()],
  );
  await free(loan);
  expect(await stands(loan)).toEqual(['declined', null]);
});
