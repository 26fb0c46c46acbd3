import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepRewardsThrough } from '#test/lab-rewards.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const LENT_ON = businessDate('2027-01-15');
const DUE_ON = businessDate('2027-02-15');
const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: LENT_ON };

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A version of the settings with these terms of cashback, in force from noon of a day. */
const begin = (version: number, on: BusinessDate, terms: object) =>
  lab.owner.query(
    `insert into settings (version, effective_at, content)
     select $1, $2, jsonb_set(content, '{rewards}', content -> 'rewards' || $3::jsonb) from settings where version = 1`,
    [version, noonOf(on), JSON.stringify(terms)],
  );

/** A loan that was sold under a version of the settings and whose first instalment is repaid on time. */
async function repaidOnTime(name: string, version: number): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, W2);
  await lab.owner.query('update payments set settings_version = $2 where id = $1', [loan.loanId, version]);
  lab.set(noonOf(DUE_ON));
  await lab.credit(loan, `${name} one`, 520_000, lab.clock.now());
  return loan;
}

async function keepThrough(day: BusinessDate, ...loans: readonly LabLoan[]): Promise<void> {
  lab.set(noonOf(addDays(day, 1)));
  for (const loan of loans) await lab.catchUp(loan, day);
  await keepRewardsThrough(lab, day);
}

async function rewardsOf({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ paise: number; until: string }>(
    'select amount_paise::integer as paise, expires_on::text as until from rewards where user_id = $1 order by earned_on, number',
    [userId],
  );
  return rows;
}

test('LEND-24, LEND-S6: given a payment sold without cashback, when cashback begins, then its instalments earn none', async () => {
  await begin(11, LENT_ON, { cashbackBps: 0 });
  const [before, after] = [await repaidOnTime('before', 11), await repaidOnTime('after', 1)];
  await begin(12, businessDate('2027-02-16'), { cashbackBps: 25 });
  await keepThrough(DUE_ON, before, after);
  await keepThrough(businessDate('2027-02-20'), before, after);
  expect(await rewardsOf(before)).toEqual([]);
  expect(await rewardsOf(after)).toEqual([{ paise: 1_300, until: '2028-02-15' }]);
});

test('LEND-24, LEND-S6: given cashback raised, lowered or ended since, then a payment earns by the terms it was sold under', async () => {
  await begin(13, LENT_ON, { cashbackBps: 50, monthlyCapPaise: 2_000, expiryMonths: 3 });
  const loan = await repaidOnTime('capped', 13);
  await begin(14, businessDate('2027-02-16'), { cashbackBps: 0, monthlyCapPaise: 0, expiryMonths: 24 });
  await keepThrough(DUE_ON, loan);
  expect(await rewardsOf(loan)).toEqual([{ paise: 2_000, until: '2027-05-15' }]);
});

test('LEND-24: given money heard of after a month, when its cashback is given, then its month begins', async () => {
  await begin(15, LENT_ON, { expiryMonths: 1 });
  const loan = await lab.lend('late l', W2);
  await lab.owner.query('update payments set settings_version = 15 where id = $1', [loan.loanId]);
  const heardOn = addDays(DUE_ON, 45);
  await keepThrough(addDays(heardOn, -1), loan);
  expect(await rewardsOf(loan)).toEqual([]);
  lab.set(noonOf(heardOn));
  await lab.credit(loan, 'late one', 520_000, noonOf(DUE_ON));
  await keepThrough(heardOn, loan);
  expect(await rewardsOf(loan)).toEqual([{ paise: 1_300, until: '2027-05-01' }]);
});
