import {
  type EarnedReferral,
  referralEarned,
  referralRewards,
  type ReferralTerms,
  type Reward,
  rewardEnded,
  rewardExpiresOn,
} from '@mohlat/lending';
import { istDate, type Paise } from '@mohlat/money';
import { bookJournals } from '#features/lending/index.ts';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { ReferralRefusal } from '@mohlat/contract';

export interface ReferralRow {
  readonly id: string;
  readonly referred_id: string;
  readonly created_at: Date;
  readonly kyc_completed: boolean;
  readonly payment_completed: boolean;
  readonly reward_credited: boolean;
  readonly reward_amount_paise: number | null;
  readonly refused_reason: ReferralRefusal | null;
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
  const rows = await tx.call<ReferralRow & Record<string, unknown>>(
    `select id, referred_id, created_at, kyc_completed, payment_completed, reward_credited, reward_amount_paise, refused_reason
     from referrals where user_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** What friends have earned in all, and what the next one is worth, in paise, and how many a month are. */
export async function findWorth(tx: Tx, userId: string, now: Date) {
  const [row] = await tx.call<{ total: number; next: number; most: number }>(
    `select (select coalesce(sum(reward_amount_paise), 0)::bigint from referrals where user_id = $1) as total,
       (s.content -> 'referral' ->> 'rewardPaise')::bigint as next,
       (s.content -> 'referral' ->> 'monthlyMax')::integer as most
     from settings s where s.effective_at <= $2 order by s.effective_at desc, s.version desc limit 1`,
    [userId, now],
  );
  return { totalPaise: row?.total ?? 0, nextPaise: row?.next ?? 0, monthlyMax: row?.most ?? 0 };
}

export async function openReferrals(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.call<{ count: number }>('select referrals_open($1) as count', [since]);
  return row?.count ?? 0;
}

export interface Credited {
  readonly userId: string;
  readonly amountPaise: number;
}

type Looked = EarnedReferral & { readonly userId: string };
type Decided = Looked & { readonly refused: string | null; readonly amountPaise: Paise | null };

/** Looks at referrals not looked at since `before`; answers whom it rewarded. Rule: LEND-24, LEND-16 journal 33 */
export async function keepReferrals(tx: Tx, before: Date, now: Date, limit: number): Promise<Credited[]> {
  const looked = await tx.call<Looked & Record<string, unknown>>(
    `select user_id as "userId", id, refusal, spendable_on as "spendableOn", given_in_month as "givenInMonth",
       given_in_year_paise as "givenInYearPaise"
     from referrals_look($1, $2, $3)`,
    [before, now, limit],
  );
  if (looked.length === 0) return [];
  const { expiryMonths, ...terms } = await findTerms(tx, now);
  const decided = [...Map.groupBy(looked, ({ userId }) => userId)].flatMap(([userId, ofOne]) =>
    referralRewards(ofOne, terms).map(({ of, refusal = null, amountPaise = null }): Decided => ({
      ...of,
      userId,
      refused: refusal,
      amountPaise,
    })),
  );
  const given = await saveOutcomes(tx, decided, expiryMonths, now);
  const journals = given.map((one) => ({ userId: one.userId, journal: referralEarned(rewardOf(one)) }));
  await bookJournals(tx, journals, now);
  return given.map(({ userId, amountPaise }) => ({ userId, amountPaise }));
}

async function findTerms(tx: Tx, now: Date): Promise<ReferralTerms & { readonly expiryMonths: number }> {
  const [row] = await tx.call<ReferralTerms & { expiryMonths: number } & Record<string, unknown>>(
    `select (s.content -> 'referral' ->> 'rewardPaise')::bigint as "rewardPaise",
       (s.content -> 'referral' ->> 'monthlyMax')::integer as "monthlyMax",
       (s.content -> 'referral' ->> 'yearlyMaxPaise')::bigint as "yearlyMaxPaise",
       (s.content -> 'rewards' ->> 'expiryMonths')::integer as "expiryMonths"
     from settings s where s.effective_at <= $1 order by s.effective_at desc, s.version desc limit 1`,
    [now],
  );
  invariant(row, 'there are settings in force');
  return row;
}

/** A reward is theirs at once, and usable once the bill it rests on can no longer be cancelled. Answers what was given. */
async function saveOutcomes(
  tx: Tx,
  decided: readonly Decided[],
  expiryMonths: number,
  now: Date,
): Promise<Given[]> {
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
         $3::date, x."spendableOn"
       from jsonb_to_recordset($1::jsonb) as x("userId" uuid, id uuid, "amountPaise" bigint, "spendableOn" date)
       where x."amountPaise" is not null
       on conflict do nothing returning user_id, id, referral_id, amount_paise, earned_on
     ), noted as (
       update referrals r set reward_credited = true, reward_amount_paise = g.amount_paise
       from given g where r.user_id = g.user_id and r.id = g.referral_id
     )
     select ${GIVEN} from given order by user_id, id`,
    [rows, now, rewardExpiresOn(istDate(now.getTime()), expiryMonths)],
  );
}

/** Takes back what rests on nothing any more; answers how many. Rule: LEND-24, LEND-16 journal 31 */
export async function clawBackReferrals(tx: Tx, now: Date): Promise<number> {
  const taken = await tx.call<Given>(`select ${GIVEN} from referrals_take_back($1)`, [now]);
  const today = istDate(now.getTime());
  const journals = taken.map((one) => ({ userId: one.userId, journal: rewardEnded(rewardOf(one), today) }));
  await bookJournals(tx, journals, now);
  return taken.length;
}

/** A reward for bringing somebody. */
type Given = Pick<Reward, 'id' | 'amountPaise' | 'earnedOn'> & { readonly userId: string } & Record<
    string,
    unknown
  >;

const GIVEN = 'user_id as "userId", id, amount_paise as "amountPaise", earned_on as "earnedOn"';

function rewardOf({ id, amountPaise, earnedOn }: Given): Reward {
  return { id, kind: 'referral', amountPaise, loanId: null, earnedOn };
}
