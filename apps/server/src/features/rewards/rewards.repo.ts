import type { QueryOf, listRewards } from '@mohlat/contract';
import {
  cashbackExpiresOn,
  cashbackFor,
  isUndeserved,
  type Journal,
  owingOf,
  type Reward,
  rewardEarned,
  rewardEnded,
  rewardExpiresOn,
  rewardReturned,
  type Span,
  type SpentReward,
  unneededOf,
} from '@mohlat/lending';
import { type BusinessDate, istDate, type Paise, sumPaise } from '@mohlat/money';
import { bookJournals } from '#features/lending/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { claimRows, type DueRow } from '#platform/jobs/due.ts';
import { IS_DOUBTED, type Page, WITH_FIRST } from './rewards.looks.repo.ts';
import { loadGiven, loadRewarded, type Rewarded } from './rewards.load.ts';

export interface RewardRow {
  readonly id: string;
  readonly kind: 'cashback' | 'returned' | 'referral';
  readonly amount_paise: number;
  readonly state: 'available' | 'expired' | 'clawed_back';
  readonly is_used: boolean;
  readonly loan_id: string | null;
  readonly number: number | null;
  readonly earned_at: Date;
  readonly expires_on: BusinessDate;
  readonly spendable_on: BusinessDate | null;
  readonly is_disputed: boolean;
  readonly bank_name: string | null;
  readonly last4: string | null;
}

/**
 * True of cashback of the user $1 that rests: a repayment of its payment is disputed, or a dispute of it ended for staff to decide and
 * they have not looked. What was lost is taken back with the night's look. So does cashback of it that came back from another repayment.
 */
const RESTING = "b.user_id = $1 and b.status in ('open', 'review') and b.looked_at is null";
const DISPUTED = `((
  r.loan_id in (select b.loan_id from chargebacks b where ${RESTING})
  or r.first_id in (select f.id from rewards f join chargebacks b on b.user_id = f.user_id and b.loan_id = f.loan_id where ${RESTING})) is true)`;

/** True of one of the user $1 that can be put into a repayment on the day $2. */
const USABLE = `r.state = 'available' and not r.is_used and r.expires_on > $2::date
  and coalesce(r.spendable_on, '-infinity') <= $2::date and not ${DISPUTED}`;

/** A page of rewards with the sum of all that can be used, as they are at one moment. */
export async function listRewardRows(
  tx: Tx,
  userId: string,
  page: QueryOf<typeof listRewards>,
  today: BusinessDate,
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<{ usable_paise: number } & (RewardRow | { readonly id: null })>(
    `select s.paise as usable_paise, x.*
     from (select coalesce(sum(r.amount_paise), 0)::bigint as paise from rewards r where r.user_id = $1 and ${USABLE}) s
     left join (
       select r.id, r.kind, r.amount_paise, r.state, r.is_used, r.loan_id, r.number, r.earned_at, r.expires_on, r.spendable_on, ${DISPUTED} as is_disputed,
         c.bank_name, c.last4
       from rewards r
       left join payments p on p.user_id = r.user_id and p.id = r.loan_id
       left join cards c on c.user_id = p.user_id and c.id = p.card_id
       where r.user_id = $1 and ($3::timestamptz is null or (r.earned_at, r.id) < ($3, $4::uuid)) and (not $5 or ${USABLE})
       order by r.earned_at desc, r.id desc limit $6
     ) x on true
     order by x.earned_at desc, x.id desc`,
    [userId, today, after?.at ?? null, after?.id ?? null, page.usable, page.limit + 1],
  );
  const usablePaise = rows[0]?.usable_paise ?? 0;
  const shown = rows.filter((row) => row.id !== null);
  return { usablePaise, ...pageOf(shown, page.limit, (row) => ({ at: row.earned_at, id: row.id })) };
}

/** Finds the terms of rewards for a payment sold at an instant, and for a reward that comes back then. */
export async function findTerms(tx: Tx, now: Date) {
  const { rewards } = await settingsAt(tx, now);
  const { cashbackBps, monthlyCapPaise, expiryMonths } = rewards;
  return { cashbackBps, monthlyMaxPaise: monthlyCapPaise, expiryMonths };
}

/** The amounts of those of some rewards that can be used, locked. */
export async function lockUsable(
  tx: Tx,
  userId: string,
  rewardIds: readonly string[],
  today: BusinessDate,
): Promise<number[]> {
  const rows = await tx.call<{ amount_paise: number }>(
    `select r.amount_paise from rewards r where r.user_id = $1 and r.id = any ($3::uuid[]) and ${USABLE}
     order by r.id for update`,
    [userId, today, rewardIds],
  );
  return rows.map((row) => row.amount_paise);
}

export async function bind(
  tx: Tx,
  userId: string,
  rewardIds: readonly string[],
  repaymentId: string,
): Promise<void> {
  await tx.call('update rewards set repayment_id = $3 where user_id = $1 and id = any ($2::uuid[])', [
    userId,
    rewardIds,
    repaymentId,
  ]);
}

/** Locks the rewards bound to a repayment and answers their remaining worth, in paise. */
export async function lockBoundRewards(
  tx: Tx,
  userId: string,
  repaymentId: string,
  today: BusinessDate,
): Promise<number> {
  const rows = await tx.call<{ amount_paise: number }>(
    `select r.amount_paise from rewards r where r.user_id = $1 and r.repayment_id = $3 and ${USABLE} order by r.id for update`,
    [userId, today, repaymentId],
  );
  return rows.reduce((sum, row) => sum + row.amount_paise, 0);
}

/** The rewards bound to a repayment have paid. */
export async function spendRewards(tx: Tx, userId: string, repaymentId: string): Promise<void> {
  await tx.call('update rewards set is_used = true where user_id = $1 and repayment_id = $2', [
    userId,
    repaymentId,
  ]);
}

export interface DayToKeep {
  /** The newest closed day after which rewards were not looked after yet. */
  readonly day: BusinessDate;
  /** The day up to which they were; null before the first. */
  readonly keptOn: BusinessDate | null;
}

export async function findDayToKeep(tx: Tx): Promise<DayToKeep | undefined> {
  const [row] = await tx.call<DayToKeep & Record<string, unknown>>(
    `select max(b.day_on) as day, k.day_on as "keptOn" from (select max(day_on) as day_on from reward_days) k
     join business_days b on b.closed_at is not null and b.day_on > coalesce(k.day_on, '-infinity') group by k.day_on`,
  );
  return row;
}

export async function markDayKept(tx: Tx, day: BusinessDate, now: Date): Promise<void> {
  await tx.call('insert into reward_days (day_on, kept_at) values ($1, $2) on conflict do nothing', [
    day,
    now,
  ]);
}

export interface Earned {
  readonly userId: string;
  readonly amountPaise: number;
}

interface RewardOf extends Reward {
  readonly userId: string;
}

/** A row of `rewards` as its journal needs it. */
const REWARD = `user_id as "userId", id, kind, amount_paise as "amountPaise", loan_id as "loanId", earned_on as "earnedOn"`;

/** Gives some people what they earned in a span of days and do not have yet; answers how much each. Rule: LEND-24, LEND-16 journal 31 */
export async function earn(tx: Tx, userIds: readonly string[], span: Span, now: Date): Promise<Earned[]> {
  // One runner at a time, or two would each see room in a month's cap.
  await tx.call("select pg_advisory_xact_lock(hashtextextended('rewards earned', 0))");
  const loans = Map.groupBy(await loadRewarded(tx, userIds), ({ userId }) => userId);
  const given = Map.groupBy(await loadGiven(tx, userIds), ({ userId }) => userId);
  const earned = [...loans].flatMap(([userId, ofOne]) => {
    const loanOf = new Map(ofOne.map((loan) => [loan.id, loan]));
    return cashbackFor(owingOf(ofOne, given.get(userId) ?? [], span)).map(({ of, amountPaise }) => {
      const { rewoundCount, expiryMonths } = loanOf.get(of.loanId)!;
      return {
        ...of,
        userId,
        amountPaise,
        rewoundCount,
        expiresOn: cashbackExpiresOn(of.earnedOn, istDate(now.getTime()), expiryMonths),
      };
    });
  });
  const rewards = await tx.call<RewardOf>(
    `insert into rewards (user_id, kind, amount_paise, loan_id, number, rewound_count, earned_on, earned_at, expires_on)
     select x."userId", 'cashback', x."amountPaise", x."loanId", x.number, x."rewoundCount", x."earnedOn", $2, x."expiresOn"
     from jsonb_to_recordset($1::jsonb) as x("userId" uuid, "amountPaise" bigint, "loanId" uuid, number integer,
       "rewoundCount" integer, "earnedOn" date, "expiresOn" date)
     on conflict do nothing returning ${REWARD}`,
    [JSON.stringify(earned), now],
  );
  await bookEach(tx, rewards, rewardEarned, now);
  return [...Map.groupBy(rewards, ({ userId }) => userId)].map(([userId, ofOne]) => ({
    userId,
    amountPaise: sumPaise(ofOne.map((one) => one.amountPaise)),
  }));
}

/** Cashback whose repayment may be no longer there; one that came back has the loan and the instalment that earned it at first. */
interface Doubted extends Omit<RewardOf, 'loanId'> {
  readonly loanId: string;
  readonly number: number;
  readonly isUsed: boolean;
}

/**
 * Looks at some rewards again, and takes back what rests on nothing any more; answers how many were looked at.
 * Rule: LEND-24, LEND-16 journal 31
 */
export async function clawBack(tx: Tx, rows: readonly DueRow[], now: Date): Promise<number> {
  const [users, ids] = [rows.map(({ userId }) => userId), rows.map(({ id }) => id)];
  await tx.call("select rows_lock('rewards', $1::uuid[], $2::uuid[])", [users, ids]);
  const doubted = await tx.call<Doubted>(
    `select r.user_id as "userId", r.id, r.kind, r.amount_paise as "amountPaise", l.id as "loanId",
       coalesce(f.number, r.number) as number, r.earned_on as "earnedOn", r.is_used as "isUsed"
     from ${WITH_FIRST}
     where ${IS_DOUBTED} and r.user_id = any ($1::uuid[]) and r.id = any ($2::uuid[])
     order by r.user_id, r.id`,
    [users, ids],
  );
  const loans = await loadRewarded(tx, [...new Set(doubted.map(({ userId }) => userId))]);
  const loanOf = new Map(loans.map((loan) => [loan.id, loan]));
  const looked = doubted.map((reward) => lookAgain(reward, loanOf.get(reward.loanId)));
  await tx.call(
    `update rewards r set rewound_count = x."rewoundCount", state = case when x."isLost" then 'clawed_back' else r.state end
     from jsonb_to_recordset($1::jsonb) as x("userId" uuid, id uuid, "rewoundCount" integer, "isLost" boolean)
     where r.user_id = x."userId" and r.id = x.id`,
    [JSON.stringify(looked)],
  );
  const lost = looked.filter(({ isLost }) => isLost);
  await bookEnds(tx, lost, now);
  return looked.length;
}

function lookAgain(reward: Doubted, loan: Rewarded | undefined) {
  invariant(loan, 'a reward of a loan that is gone');
  return { ...reward, rewoundCount: loan.rewoundCount, isLost: isUndeserved(reward, loan) };
}

/** Money that a repayment by rewards holds beyond its need. */
interface Held {
  readonly userId: string;
  readonly loanId: string;
  readonly repaymentId: string;
  readonly paise: Paise;
}

/** Rewards that repayments used, and what came back of each repayment before. */
type Moved = SpentReward & {
  readonly userId: string;
  readonly usedIn: string | null;
  readonly cameFrom: string | null;
} & Record<string, unknown>;

/**
 * Turns a reward's payment back into a reward where it was not needed, because other money turned out to be there first, or
 * because its bill came back: it never was money that could go back to a bank. It remembers the reward it was at first. Of some
 * people; answers how many.
 * Rule: LEND-24, LEND-16 journal 32
 */
export async function giveBack(
  tx: Tx,
  people: readonly Pick<DueRow, 'userId'>[],
  now: Date,
): Promise<number> {
  const { expiryMonths } = await findTerms(tx, now);
  // One runner at a time for a person, and none while a loan of theirs is lived through again: looked at once locked.
  const locked = await tx.call<{ id: string }>('select people_lock($1::uuid[]) as id', [
    people.map(({ userId }) => userId),
  ]);
  if (locked.length === 0) return 0;
  const back = await findUnneeded(
    tx,
    locked.map(({ id }) => id),
  );
  const rewards = await tx.call<RewardOf>(
    `insert into rewards (user_id, kind, amount_paise, loan_id, from_repayment_id, first_id, earned_on, earned_at, expires_on)
     select x."userId", 'returned', x."amountPaise", x."loanId", x."repaymentId", x."firstId", ist_date($2), $2, $3::date
     from jsonb_to_recordset($1::jsonb) as x("userId" uuid, "amountPaise" bigint, "loanId" uuid, "repaymentId" uuid, "firstId" uuid)
     returning ${REWARD}`,
    [JSON.stringify(back), now, rewardExpiresOn(istDate(now.getTime()), expiryMonths)],
  );
  await bookEach(tx, rewards, (reward) => rewardReturned(reward, istDate(now.getTime())), now);
  return rewards.length;
}

/** The parts of rewards that the repayments of some people did not need, and that did not come back yet. */
async function findUnneeded(tx: Tx, userIds: readonly string[]) {
  const held = await tx.call<Held & Record<string, unknown>>(
    `select user_id as "userId", loan_id as "loanId", repayment_id as "repaymentId", paise
     from rewards_held($1::uuid[]) order by user_id, repayment_id`,
    [userIds],
  );
  if (held.length === 0) return [];
  const moved = await tx.call<Moved>(
    `select r.user_id as "userId", r.id, coalesce(r.first_id, r.id) as "firstId", r.amount_paise as "amountPaise",
       r.earned_on as "earnedOn", coalesce(f.loan_id, r.loan_id) as "loanId", coalesce(f.number, r.number) as number,
       case when r.is_used then r.repayment_id end as "usedIn", r.from_repayment_id as "cameFrom"
     from rewards r left join rewards f on f.user_id = r.user_id and f.id = r.first_id
     where r.user_id = any ($1::uuid[]) and (r.repayment_id = any ($2::uuid[]) or r.from_repayment_id = any ($2::uuid[]))`,
    [held.map(({ userId }) => userId), held.map(({ repaymentId }) => repaymentId)],
  );
  return held.flatMap((one) => {
    const { userId, loanId, repaymentId, paise: heldPaise } = one;
    const before = moved.filter(({ cameFrom }) => cameFrom === repaymentId);
    const backPaise = sumPaise(before.map(({ amountPaise }) => amountPaise));
    const spent = moved.filter(({ usedIn }) => usedIn === repaymentId);
    return unneededOf(spent, { heldPaise, backPaise }).map((part) => ({
      ...part,
      userId,
      loanId,
      repaymentId,
    }));
  });
}

/** Expires some rewards that were not used in their time: no longer owed. Answers how many. Rule: LEND-24, LEND-16 journal 31 */
export async function expire(
  tx: Tx,
  seen: readonly DueRow[],
  today: BusinessDate,
  now: Date,
): Promise<number> {
  const free = await claimRows(tx, 'rewards', seen);
  if (free.length === 0) return 0;
  const rewards = await tx.call<RewardOf>(
    `update rewards set state = 'expired' from unnest($2::uuid[], $3::uuid[]) as free (free_user_id, free_id)
     where user_id = free_user_id and id = free_id and state = 'available' and not is_used and expires_on <= $1
     returning ${REWARD}`,
    [today, free.map(({ userId }) => userId), free.map(({ id }) => id)],
  );
  await bookEnds(tx, rewards, now);
  return rewards.length;
}

/** Closed accounts after one, in order, with rewards that are not used and did not end. */
export async function listUnended(
  tx: Tx,
  { after, limit }: Pick<Page, 'limit'> & { readonly after: string },
) {
  const rows = await tx.call<{ user_id: string }>(
    `select distinct r.user_id from rewards r join account_closures a on a.user_id = r.user_id
     where r.state = 'available' and not r.is_used and r.user_id > $1 order by r.user_id limit $2`,
    [after, limit],
  );
  return rows.map((row) => row.user_id);
}

/** Ends whatever a person whose account is closed had not used. Run twice, it finds nothing. Rule: LEND-24, LEND-16 journal 31 */
export async function endRewards(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call(
    "select 1 from rewards where user_id = $1 and state = 'available' and not is_used order by id for update",
    [userId],
  );
  const rewards = await tx.call<RewardOf>(
    `update rewards set state = 'expired' where user_id = $1 and state = 'available' and not is_used returning ${REWARD}`,
    [userId],
  );
  await bookEnds(tx, rewards, now);
}

/** Books that rewards ended, each on the expense of the reward it was at first. Rule: LEND-16 journal 31 */
async function bookEnds(tx: Tx, rewards: readonly RewardOf[], now: Date): Promise<void> {
  const cameBack = rewards.filter(({ kind }) => kind === 'returned');
  const firsts = await tx.call<{ id: string; kind: Reward['kind'] }>(
    `select r.id, f.kind from rewards r join rewards f on f.user_id = r.user_id and f.id = r.first_id
     where r.user_id = any ($1::uuid[]) and r.id = any ($2::uuid[])`,
    [cameBack.map(({ userId }) => userId), cameBack.map(({ id }) => id)],
  );
  const firstKinds = new Map(firsts.map(({ id, kind }) => [id, kind]));
  const journalOf = (reward: Reward) =>
    rewardEnded(reward, firstKinds.get(reward.id) ?? reward.kind, istDate(now.getTime()));
  await bookEach(tx, rewards, journalOf, now);
}

async function bookEach(
  tx: Tx,
  rewards: readonly RewardOf[],
  journalOf: (reward: Reward) => Journal,
  now: Date,
): Promise<void> {
  const journals = rewards.map((reward) => ({ userId: reward.userId, journal: journalOf(reward) }));
  await bookJournals(tx, journals, now);
}
