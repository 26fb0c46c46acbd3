import {
  type EarnedReferral,
  type FriendsBill,
  limitsFrom,
  referralBill,
  referralEarned,
  referralHeldUntil,
  type ReferralLoss,
  referralLost,
  referralRewards,
  referralSpendableOn,
  type Reward,
  type RewardedFriend,
  rewardEnded,
  rewardExpiresOn,
} from '@mohlat/lending';
import { type BusinessDate, istDate, type Paise } from '@mohlat/money';
import { bookJournals } from '#features/lending/index.ts';
import { settingsAt, settingsOfVersions } from '#features/settings/index.ts';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

export interface ReferralRow {
  readonly id: string;
  readonly referred_id: string;
  readonly created_at: Date;
  readonly kyc_completed: boolean;
  readonly payment_completed: boolean;
  readonly reward_credited: boolean;
  readonly reward_amount_paise: number | null;
  /** Says things about the friend: no other person reads it as it stands. */
  readonly refused_reason: string | null;
}

export async function findCode(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.call<{ code: string }>('select code from referral_codes where user_id = $1', [
    userId,
  ]);
  return row?.code;
}

/** Keeps a code, unless the person has one. */
export async function insertCode(tx: Tx, userId: string, code: string, now: Date): Promise<void> {
  await tx.call(
    'insert into referral_codes (user_id, code, created_at) values ($1, $2, $3) on conflict do nothing',
    [userId, code, now],
  );
}

export async function isCodeTaken(tx: Tx, code: string): Promise<boolean> {
  const [row] = await tx.call<{ taken: boolean }>('select is_referral_code_taken($1) as taken', [code]);
  return row?.taken === true;
}

export async function listReferralRows(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<ReferralRow>(
    `select id, referred_id, created_at, kyc_completed, payment_completed, reward_credited, reward_amount_paise, refused_reason
     from referrals where user_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** Finds the sum earned by friends and the worth of the next one, both in paise, and how many a month count. */
export async function findWorth(tx: Tx, userId: string, now: Date) {
  const { referral } = await settingsAt(tx, now);
  const [row] = await tx.call<{ total: number }>(
    'select coalesce(sum(reward_amount_paise), 0)::bigint as total from referrals where user_id = $1',
    [userId],
  );
  return {
    totalPaise: row?.total ?? 0,
    nextPaise: referral.rewardPaise,
    monthlyMax: referral.monthlyMax,
  };
}

/** True where no other look for new referrals is under way; nor will one be until the transaction ends. */
export async function beginLook(tx: Tx): Promise<boolean> {
  const [row] = await tx.call<{ isBegun: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('referrals_open', 0)) as "isBegun"`,
  );
  return row?.isBegun ?? false;
}

/** When the last look for new referrals ended, to the hour; undefined before the first. */
export async function findLastLook(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx.call<{ endedAt: Date | null }>('select ended_at as "endedAt" from referral_looks');
  return row?.endedAt ?? undefined;
}

export async function openReferrals(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.call<{ count: number }>('select referrals_open($1) as count', [since]);
  return row?.count ?? 0;
}

/** Keeps that a look ended, at most once an hour. */
export async function endLook(tx: Tx, now: Date): Promise<void> {
  await tx.call(
    "update referral_looks set ended_at = $1 where ended_at is null or ended_at < $1::timestamptz - interval '1 hour' or ended_at > $1",
    [now],
  );
}

export interface Credited {
  readonly userId: string;
  readonly amountPaise: number;
}

interface Claimed extends Record<string, unknown> {
  readonly userId: string;
  readonly id: string;
  readonly friendId: string;
  readonly isKnown: boolean;
  readonly bills: readonly SoldBill[];
}

/** A friend's bill with the settings it was sold under. */
type SoldBill = FriendsBill & { readonly settingsVersion: number };

interface Seen extends Claimed {
  /** The bill that it rests on, and from when its reward may be spent; undefined while there is none. */
  readonly bill: SoldBill | undefined;
  readonly spendableOn: BusinessDate | undefined;
}

type Looked = EarnedReferral & { readonly userId: string; readonly expiryMonths: number };
type Decided = Looked & {
  readonly refused: string | null;
  readonly amountPaise: Paise | null;
  readonly expiresOn: BusinessDate;
};

/** Claims referrals without a reward that were not looked at since `before`, with what is known of each friend. */
export function claimReferrals(tx: Tx, before: Date, now: Date, limit: number): Promise<Claimed[]> {
  return tx.call<Claimed>(
    `select user_id as "userId", id, referred_id as "friendId", is_known as "isKnown", bills
     from referrals_claim($1, $2, $3)`,
    [before, now, limit],
  );
}

/** Looks at referrals not looked at since `before`; answers whom it rewarded. Rule: LEND-24, LEND-16 journal 33 */
export async function keepReferrals(tx: Tx, before: Date, now: Date, limit: number): Promise<Credited[]> {
  const claimed = await claimReferrals(tx, before, now, limit);
  const seen = claimed.map((one): Seen => ({
    ...one,
    bill: referralBill(one.bills),
    spendableOn: referralSpendableOn(one.bills),
  }));
  await tx.call(
    `update referrals r set payment_completed = x.stands from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as x(user_id, id, stands)
     where r.user_id = x.user_id and r.id = x.id and r.payment_completed is distinct from x.stands`,
    [
      seen.map(({ userId }) => userId),
      seen.map(({ id }) => id),
      seen.map(({ spendableOn }) => spendableOn !== undefined),
    ],
  );
  const earned = seen.filter(({ isKnown, spendableOn }) => isKnown && spendableOn !== undefined);
  if (earned.length === 0) return [];
  const looked = await withTerms(tx, await findGiven(tx, earned, now), earned);
  const today = istDate(now.getTime());
  const decided = [...Map.groupBy(looked, ({ userId }) => userId)].flatMap(([userId, ofOne]) =>
    referralRewards(ofOne).map(({ of, refusal = null, amountPaise = null }): Decided => {
      const { expiryMonths } = ofOne.find(({ id }) => id === of.id)!;
      const expiresOn = rewardExpiresOn(today, expiryMonths);
      return { ...of, userId, expiryMonths, refused: refusal, amountPaise, expiresOn };
    }),
  );
  const given = await saveOutcomes(tx, decided, now);
  const journals = given.map((one) => ({ userId: one.userId, journal: referralEarned(rewardOf(one)) }));
  await bookJournals(tx, journals, now);
  return given.map(({ userId, amountPaise }) => ({ userId, amountPaise }));
}

/**
 * Those who earned and have not closed their account, with why a friend is not new, and what each person was given before:
 * counted one after the other.
 */
async function findGiven(
  tx: Tx,
  earned: readonly Seen[],
  now: Date,
): Promise<Omit<Looked, 'terms' | 'expiryMonths'>[]> {
  const userIds = earned.map(({ userId }) => userId);
  await tx.call('select referrals_lock($1)', [userIds]);
  const { monthFromOn, yearFromOn } = limitsFrom(istDate(now.getTime()));
  return tx.call<Omit<Looked, 'terms' | 'expiryMonths'>>(
    `select x.user_id as "userId", x.id, referral_refusal(x.friend_id) as refusal, x.spendable_on as "spendableOn",
       count(w.id) filter (where w.earned_on >= $5)::integer as "givenInMonth",
       coalesce(sum(w.amount_paise) filter (where w.earned_on >= $6), 0)::bigint as "givenInYearPaise"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::date[]) as x(user_id, id, friend_id, spendable_on)
     left join rewards w on w.user_id = x.user_id and w.kind = 'referral' and w.state <> 'clawed_back'
     where not exists (select 1 from account_closures a where a.user_id = x.user_id)
     group by x.user_id, x.id, x.friend_id, x.spendable_on order by 1, 2`,
    [
      userIds,
      earned.map(({ id }) => id),
      earned.map(({ friendId }) => friendId),
      earned.map(({ spendableOn }) => spendableOn),
      monthFromOn,
      yearFromOn,
    ],
  );
}

/** The terms under which the bill of each was sold: today's would pay for a time without rewards. Rule: LEND-S6 */
async function withTerms(
  tx: Tx,
  looked: readonly Omit<Looked, 'terms' | 'expiryMonths'>[],
  earned: readonly Seen[],
): Promise<Looked[]> {
  const versionOf = new Map(earned.map(({ id, bill }) => [id, bill?.settingsVersion]));
  const versions = [...versionOf.values()].filter((version) => version !== undefined);
  const known = await settingsOfVersions(tx, [...new Set(versions)]);
  return looked.map((one) => {
    const version = versionOf.get(one.id);
    const settings = version === undefined ? undefined : known.get(version);
    invariant(settings, `settings version ${version} is gone`);
    return { ...one, terms: settings.referral, expiryMonths: settings.rewards.expiryMonths };
  });
}

/** A reward is theirs at once, and usable once the bill it rests on can no longer be cancelled. Answers what was given. */
async function saveOutcomes(tx: Tx, decided: readonly Decided[], now: Date): Promise<Given[]> {
  const rows = JSON.stringify(decided);
  await tx.call(
    `update referrals r set refused_reason = x.refused
     from jsonb_to_recordset($1::jsonb) as x("userId" uuid, id uuid, refused text)
     where r.user_id = x."userId" and r.id = x.id and x.refused is not null`,
    [rows],
  );
  return tx.call<Given>(
    `with given as (
       insert into rewards (user_id, kind, amount_paise, referral_id, earned_on, earned_at, expires_on, spendable_on)
       select x."userId", 'referral', x."amountPaise", x.id, ist_date($2), $2,
         x."expiresOn", x."spendableOn"
       from jsonb_to_recordset($1::jsonb) as x("userId" uuid, id uuid, "amountPaise" bigint, "spendableOn" date, "expiresOn" date)
       where x."amountPaise" is not null
       on conflict do nothing returning user_id, id, referral_id, amount_paise, earned_on
     ), noted as (
       update referrals r set reward_credited = true, reward_amount_paise = g.amount_paise
       from given g where r.user_id = g.user_id and r.id = g.referral_id
     )
     select ${GIVEN} from given order by user_id, id`,
    [rows, now],
  );
}

type Rewarded = RewardedFriend & {
  readonly userId: string;
  readonly id: string;
  /** The day from which an unused, standing reward may be spent; null otherwise. */
  readonly spendableOn: BusinessDate | null;
} & Record<string, unknown>;

/** Claims rewarded friends of whom something changed and who were not looked at since `before`. */
export function claimRewarded(tx: Tx, before: Date, now: Date, limit: number): Promise<Rewarded[]> {
  return tx.call<Rewarded>(
    `select user_id as "userId", id, is_fraud as "isFraud", has_returned_bill as "hasReturnedBill", bills,
       spendable_on as "spendableOn"
     from referrals_claim_rewarded($1, $2, $3, $4)`,
    [before, now, limit, istDate(now.getTime())],
  );
}

/** Takes back what rests on nothing any more; answers how many. Rule: LEND-24, LEND-16 journal 31 */
export async function clawBackReferrals(tx: Tx, before: Date, now: Date, limit: number): Promise<number> {
  const today = istDate(now.getTime());
  const rewarded = await claimRewarded(tx, before, now, limit);
  const decided = rewarded.map((one) => ({
    userId: one.userId,
    id: one.id,
    lost: referralLost(one),
    heldUntil: one.spendableOn === null ? undefined : referralHeldUntil(one.spendableOn, one.bills, today),
  }));
  const held = decided.filter(({ heldUntil }) => heldUntil !== undefined);
  const lost = decided.filter((one) => one.lost !== undefined);
  if (held.length > 0) await holdLonger(tx, held);
  const taken = [...(lost.length > 0 ? await takeBack(tx, lost) : []), ...(await takeBackReturned(tx))];
  const journals = taken.map((one) => ({
    userId: one.userId,
    journal: rewardEnded(rewardOf(one), 'referral', today),
  }));
  await bookJournals(tx, journals, now);
  return taken.length;
}

async function holdLonger(
  tx: Tx,
  held: readonly {
    readonly userId: string;
    readonly id: string;
    readonly heldUntil: BusinessDate | undefined;
  }[],
): Promise<void> {
  await tx.call(
    `update rewards w set spendable_on = x.held_on from unnest($1::uuid[], $2::uuid[], $3::date[]) as x(user_id, id, held_on)
     where w.user_id = x.user_id and w.referral_id = x.id and w.kind = 'referral' and w.state = 'available' and not w.is_used
       and w.spendable_on < x.held_on`,
    [held.map(({ userId }) => userId), held.map(({ id }) => id), held.map(({ heldUntil }) => heldUntil)],
  );
}

/** Takes rewards back. Of two concurrent runs one takes a reward; the other finds it taken. A used reward is our expense. */
function takeBack(
  tx: Tx,
  lost: readonly { readonly userId: string; readonly id: string; readonly lost: ReferralLoss | undefined }[],
): Promise<Given[]> {
  return tx.call<Given>(
    `with lost as (
       update referrals r set payment_completed = x.why = 'fraud', reward_credited = false, reward_amount_paise = null,
         refused_reason = x.why
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as x(user_id, id, why)
       where r.user_id = x.user_id and r.id = x.id and r.reward_credited
       returning r.user_id, r.id
     ), given as (
       update rewards w set state = 'clawed_back' from lost
       where w.user_id = lost.user_id and w.referral_id = lost.id and w.state = 'available' and not w.is_used
       returning w.user_id, w.id, w.amount_paise, w.earned_on
     )
     select ${GIVEN} from given`,
    [lost.map(({ userId }) => userId), lost.map(({ id }) => id), lost.map((one) => one.lost)],
  );
}

/** Takes back what came back from a repayment since and was a reward at first that its friend lost. */
function takeBackReturned(tx: Tx): Promise<Given[]> {
  return tx.call<Given>(
    `with given as (
       update rewards w set state = 'clawed_back' from rewards f join referrals r on r.user_id = f.user_id and r.id = f.referral_id
       where w.first_id is not null and f.user_id = w.user_id and f.id = w.first_id and not r.reward_credited
         and w.state = 'available' and not w.is_used
       returning w.user_id, w.id, w.amount_paise, w.earned_on
     )
     select ${GIVEN} from given`,
  );
}

/** A reward for bringing a friend. */
type Given = Pick<Reward, 'id' | 'amountPaise' | 'earnedOn'> & { readonly userId: string } & Record<
    string,
    unknown
  >;

const GIVEN = 'user_id as "userId", id, amount_paise as "amountPaise", earned_on as "earnedOn"';

function rewardOf({ id, amountPaise, earnedOn }: Given): Reward {
  return { id, kind: 'referral', amountPaise, loanId: null, earnedOn };
}
