import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepReferrals } from './referrals.jobs.ts';
import { claimRewarded } from './referrals.repo.ts';
import { endRewards } from '#features/rewards/rewards.repo.ts';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { keepRewardsThrough, spendRewards } from '#test/lab-rewards.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const TODAY = '2026-03-10' as BusinessDate;
const BILL_PAISE = 10_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** A member and the friend they brought, who has completed KYC; the day is the first one. */
async function aPair(name: string, code: string): Promise<{ member: string; friend: string }> {
  lab.set(noonOf(TODAY));
  const [member, friend] = [idOf(`user ${name}-member`), idOf(`user ${name}-friend`)];
  for (const [userId, about] of [
    [member, {}],
    [friend, { ref: code }],
  ] as const)
    await lab.owner.query(
      `with account as (insert into auth.users (id, created_at, updated_at, user_metadata) values ($1, $2, $2, $3)),
         profile as (insert into profiles (user_id, created_at, updated_at) values ($1, $2, $2))
       insert into kyc_records (user_id, pan_status, aadhaar_status, updated_at) values ($1, 'verified', 'verified', $2)`,
      [userId, lab.clock.now(), JSON.stringify(about)],
    );
  await lab.owner.query('insert into referral_codes (user_id, code, created_at) values ($1, $2, $3)', [
    member,
    code,
    new Date(lab.clock.now().getTime() - 60_000),
  ]);
  return { member, friend };
}

const pay = (name: string, on = TODAY): Promise<LabLoan> =>
  lab.lend(`${name}-friend ${on}`, { billPaise: BILL_PAISE, instalments: 1, disbursedOn: on });

async function sweep(): Promise<void> {
  await lab.owner.query('update referrals set looked_at = null');
  await sweepReferrals(lab.deps);
}

/** The states of a member's rewards, and from when they may be spent. */
async function rewardsOf(member: string) {
  const { rows } = await lab.owner.query<{ state: string; from: BusinessDate }>(
    `select state, spendable_on::text as "from" from rewards where user_id = $1 order by earned_at desc`,
    [member],
  );
  return { states: rows.map(({ state }) => state), from: rows.map(({ from }) => from) };
}

test('LEND-24: a referral is there at once, and usable when its payment can no longer be cancelled', async () => {
  const { member } = await aPair('kept', 'KEPTKEPT');
  await pay('kept');
  await sweep();
  const from = addDays(TODAY, 4);
  expect(await rewardsOf(member)).toEqual({ states: ['available'], from: [from] });
  expect(await lab.broken()).toEqual([]);
});

test('LEND-24: a bill of ₹100 that is paid and cancelled the same day leaves the referrer nothing', async () => {
  const { member } = await aPair('gone', 'GQNEGQNE');
  const loan = await pay('gone');
  await sweep();
  await lab.credit(loan, 'gone', BILL_PAISE, lab.clock.now(), 'exit');
  await sweep();
  expect((await rewardsOf(member)).states).toEqual(['clawed_back']);
  const { rows } = await lab.owner.query(
    'select reward_credited, payment_completed, refused_reason from referrals where user_id = $1',
    [member],
  );
  expect(rows).toEqual([
    { reward_credited: false, payment_completed: false, refused_reason: 'payment_cancelled' },
  ]);
  await sweep();
  expect((await rewardsOf(member)).states).toEqual(['clawed_back']);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-24: a bill that was cancelled before the first look earns nothing, and a later one does', async () => {
  const { member } = await aPair('late', 'LATELATE');
  const loan = await pay('late');
  await lab.credit(loan, 'late', BILL_PAISE, lab.clock.now(), 'exit');
  await sweep();
  expect((await rewardsOf(member)).states).toEqual([]);
  const later = addDays(TODAY, 10);
  await pay('late', later);
  await sweep();
  expect(await rewardsOf(member)).toEqual({
    states: ['available'],
    from: [addDays(later, 4)],
  });
});

test('LEND-24: when the first of two bills is cancelled, the reward waits for the other', async () => {
  const { member } = await aPair('two', 'TWQTWQTW');
  const first = await pay('two');
  await sweep();
  const second = addDays(TODAY, 2);
  await pay('two', second);
  await lab.credit(first, 'two', BILL_PAISE, noonOf(TODAY), 'exit');
  await sweep();
  expect(await rewardsOf(member)).toEqual({
    states: ['available'],
    from: [addDays(second, 4)],
  });
});

test('LEND-24: a bill below the least one of its terms earns nothing, and the next one that is not does', async () => {
  const { member } = await aPair('least', 'LEASTBXX');
  const least = (paise: number) =>
    lab.owner.query(
      `update settings set content = jsonb_set(content, '{referral,leastBillPaise}', $1::jsonb)`,
      [paise],
    );
  await least(BILL_PAISE + 1);
  await pay('least');
  await sweep();
  expect((await rewardsOf(member)).states).toEqual([]);
  await least(BILL_PAISE);
  await sweep();
  expect((await rewardsOf(member)).states).toEqual(['available']);
});

test('LEND-24: a friend who is blocked for fraud leaves the referrer nothing, and one who is blocked otherwise does', async () => {
  const block = (name: string, isFraud: boolean) =>
    lab.owner.query(
      `insert into account_blocks (user_id, reason, blocked_by, blocked_at, is_fraud)
       values ($1, 'A reason', $2, $3, $4)`,
      [idOf(`user ${name}-friend`), idOf('user of staff'), lab.clock.now(), isFraud],
    );
  const [fraud, other] = [await aPair('fraud', 'FRAUDFRA'), await aPair('theft', 'THEFTTHE')];
  await pay('fraud');
  await pay('theft');
  await sweep();
  await block('fraud', true);
  await block('theft', false);
  await sweep();
  expect((await rewardsOf(fraud.member)).states).toEqual(['clawed_back']);
  expect((await rewardsOf(other.member)).states).toEqual(['available']);
  const { rows } = await lab.owner.query('select refused_reason from referrals where user_id = $1', [
    fraud.member,
  ]);
  expect(rows).toEqual([{ refused_reason: 'fraud' }]);
  expect(await lab.broken()).toEqual([]);
});

/** A version of the settings, in force from now, that the payments made from then on are sold under. */
async function sellUnder(version: number, referral: object, loans: readonly LabLoan[]): Promise<void> {
  await lab.owner.query(
    `insert into settings (version, effective_at, content)
     select $1, $2, jsonb_set(content, '{referral}', content -> 'referral' || $3::jsonb) from settings where version = 1`,
    [version, lab.clock.now(), JSON.stringify(referral)],
  );
  for (const { loanId } of loans)
    await lab.owner.query('update payments set settings_version = $2 where id = $1', [loanId, version]);
}

async function outcomesOf(member: string) {
  const { rows } = await lab.owner.query(
    'select payment_completed as "isPaid", reward_amount_paise::integer as paise, refused_reason as why from referrals where user_id = $1',
    [member],
  );
  return rows;
}

test('LEND-24, LEND-S6: given a bill sold while no reward was on offer, when rewards begin, then it brings none', async () => {
  const [none, other] = [await aPair('none', 'NQNENQNE'), await aPair('beside', 'BESQDEBE')];
  await sellUnder(21, { rewardPaise: 0 }, [await pay('none')]);
  await pay('beside');
  await sweep();
  await sellUnder(22, { rewardPaise: 20_000 }, []);
  await sweep();
  expect(await outcomesOf(none.member)).toEqual([{ isPaid: true, paise: null, why: 'no_reward' }]);
  expect((await rewardsOf(none.member)).states).toEqual([]);
  // One that has nothing to give holds up no other.
  expect(await outcomesOf(other.member)).toEqual([{ isPaid: true, paise: 12_500, why: null }]);
});

test('LEND-24, LEND-S6: given a reward that was raised since, when a friend is looked at late, then it is that of the bill', async () => {
  const { member } = await aPair('raised', 'RAQSEDRA');
  await pay('raised');
  await sellUnder(23, { rewardPaise: 20_000 }, []);
  await sweep();
  expect(await outcomesOf(member)).toEqual([{ isPaid: true, paise: 12_500, why: null }]);
});

test.each([
  ['unused', undefined, addDays(TODAY, 4)],
  ['expired', "state = 'expired'", null],
  ['used', 'is_used = true, repayment_id = new_id()', null],
])(
  'LEND-24: given a reward that is %s, when its bill falls, then its day is told only while it counts',
  async (name, change, day) => {
    const { member } = await aPair(name, `SPENT${name.slice(0, 3).toUpperCase()}`);
    const first = await pay(name);
    await sweep();
    await lab.credit(first, name, BILL_PAISE, lab.clock.now(), 'exit');
    const undone = new Error('undone');
    let told: unknown;
    const done = lab.worker.plain(async (tx) => {
      if (change) await tx.call(`update rewards set ${change} where user_id = $1`, [member]);
      const claimed = await claimRewarded(tx, noonOf(addDays(TODAY, 1)), lab.clock.now(), 100);
      told = claimed.find(({ userId }) => userId === member)?.spendableOn;
      throw undone;
    });
    await expect(done).rejects.toBe(undone);
    expect(told).toBe(day);
  },
);

/** A friend's reward that paid for nothing, because the bill it was spent on came back. */
async function aComeBack(name: string, code: string) {
  const { member, friend } = await aPair(name, code);
  await pay(name);
  await sweep();
  const own = await lab.lend(`${name}-member l`, {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: TODAY,
  });
  const spentOn = addDays(TODAY, 5);
  lab.set(noonOf(spentOn));
  await lab.catchUp(own, addDays(spentOn, -1));
  expect(await spendRewards(lab, own, { name: `${name} spent`, mostPaise: 1_000_000 })).toBe(true);
  const ids = { userId: member, paymentId: own.loanId };
  await lab.worker.forUser(member, (tx) => reversePayment(lab.deps, tx, ids, {}));
  await keepRewardsThrough(lab, spentOn);
  const kept = async () => {
    const { rows } = await lab.owner.query<Record<'kind' | 'state', string> & { used: boolean }>(
      'select kind, state, is_used as used from rewards where user_id = $1 order by kind',
      [member],
    );
    return rows.map(({ kind, state, used }) => `${kind} ${used ? 'used' : state}`);
  };
  expect(await kept()).toEqual(['referral used', 'returned available']);
  const books = async () => {
    const { rows } = await lab.owner.query<{ account: string; paise: number }>(
      `select account, sum(amount_paise)::integer as paise from postings
       where user_id = $1 and account in ('L340', 'E500', 'E501') group by 1 order by 1`,
      [member],
    );
    return rows.map(({ account, paise }) => `${account} ${paise}`);
  };
  return { member, friend, kept, books };
}

test('LEND-24: given a reward that came back from a repayment, when its friend is lost, then it is taken back', async () => {
  const { friend, kept, books } = await aComeBack('come', 'CQMECQME');
  await lab.owner.query(
    `insert into account_blocks (user_id, reason, blocked_by, blocked_at, is_fraud) values ($1, 'A reason', $2, $3, true)`,
    [friend, idOf('user of staff'), lab.clock.now()],
  );
  await sweep();
  await sweep();
  expect(await kept()).toEqual(['referral used', 'returned clawed_back']);
  expect(await books()).toEqual(['E501 0', 'L340 0']);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-16 journal 31: given a friend’s reward that came back, when its account is closed, then its own expense is reversed', async () => {
  const { member, kept, books } = await aComeBack('leaver', 'LEAVERXX');
  await lab.worker.forUser(member, (tx) => endRewards(tx, member, lab.clock.now()));
  expect(await kept()).toEqual(['referral used', 'returned expired']);
  expect(await books()).toEqual(['E501 0', 'L340 0']);
});

test('LEND-16 journal 31: given a friend’s reward that came back, when it expires, then its own expense is reversed', async () => {
  const { kept, books } = await aComeBack('expiring', 'EXPQREXX');
  const later = addDays(TODAY, 400);
  lab.set(noonOf(later));
  await keepRewardsThrough(lab, addDays(later, -1));
  expect(await kept()).toEqual(['referral used', 'returned expired']);
  expect(await books()).toEqual(['E501 0', 'L340 0']);
  expect(await lab.broken()).toEqual([]);
});
