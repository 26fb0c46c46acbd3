import { addDays, type AssetClass, type BusinessDate, istDate, startOfDay } from '@mohlat/money';
import { IS_LIVE, NEWEST_FACT } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { IN_APP_ONLY } from './reminders.calendar.ts';
import { isBelowMost, isFreeToSpeak, WITH_THE_BANK } from './reminders.holds.ts';

/** The classes that are told of. */
export type FormalClass = Extract<AssetClass, 'SMA1' | 'SMA2' | 'NPA'>;

/** A loan in a class of which its person has not heard since it came to it. */
export interface FormalCandidate {
  readonly user_id: string;
  readonly loan_id: string;
  readonly class: FormalClass;
}

/** The name of the step in the person's contacts. */
export const formalStep = (of: FormalClass, isInAppOnly: boolean): string =>
  `class_${of.toLowerCase()}${isInAppOnly ? IN_APP_ONLY : ''}`;

/**
 * True of a contact `k` that told of the class in SQL, or found that there was nothing to tell: in the app alone this counts
 * for the app. The version before told of it thirty, sixty and ninety days after each due date.
 */
const toldOf = (of: string, isInAppOnly: string) => `(
  k.step like 'class\\_' || lower(${of}) || '%' and (${isInAppOnly} or k.step not like '%${IN_APP_ONLY}')
  or k.step = case ${of} when 'SMA1' then 'late_30' when 'SMA2' then 'late_60' else 'late_90' end)`;

/**
 * Finds loans in a class that a formal notice is about, in the order of their ids, from the one after another. Found by the limits
 * that rest: a class of this kind makes a limit rest. Rule: LEND-23, LEND-D2, LEND-X10
 */
const CANDIDATES = `
  select l.user_id, l.id as loan_id, g.class
  from credit_accounts c
  join loans l on l.user_id = c.user_id and ${IS_LIVE}
  join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  ${NEWEST_FACT}
  where c.state in ('suspended', 'revoked') and c.days_past_due > 0 and g.class in ('SMA1', 'SMA2', 'NPA')
    and not exists (
      select 1 from contacts k
      where k.user_id = l.user_id and k.loan_id = l.id and ${toldOf('g.class', '$2::boolean')}
        and ist_date(k.at) > coalesce((
          select max(o.business_on) from dpd_log o
          where o.user_id = l.user_id and o.loan_id = l.id and o.is_active and o.class <> g.class
            and o.business_on < g.business_on), '-infinity'))
    and not is_frozen(l.user_id, l.id, $1::date) and ${isFreeToSpeak('$1::date')}
    and not exists (
      select 1 from presentations n where n.user_id = l.user_id and n.loan_id = l.id and ${WITH_THE_BANK})
    and ($2::boolean or ${isBelowMost('$3::timestamptz', '$4::timestamptz')})`;

/** A moment, and whether only the app may speak in it. */
export interface Moment {
  readonly now: Date;
  readonly isInAppOnly: boolean;
}

function parametersOf({ now, isInAppOnly }: Moment): unknown[] {
  const today = istDate(now.getTime());
  return [today, isInAppOnly, startOfDay(today), startOfDay(addDays(today, -6))];
}

/** The place of a loan in the order of candidates. */
export type Place = Pick<FormalCandidate, 'user_id' | 'loan_id'>;

/** A page of candidates over all users. */
export async function findFormal(
  tx: Tx,
  moment: Moment,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<FormalCandidate[]> {
  return tx.call<FormalCandidate & Record<string, unknown>>(
    `${CANDIDATES} and ($5::uuid is null or (l.user_id, l.id) > ($5, $6::uuid)) order by l.user_id, l.id limit $7`,
    [...parametersOf(moment), after?.user_id ?? null, after?.loan_id ?? null, limit],
  );
}

/** Reads one of them again, once no other worker contacts this person. */
export async function lookAgainFormal(
  tx: Tx,
  one: Place,
  moment: Moment,
): Promise<FormalCandidate | undefined> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact:${one.user_id}`]);
  const [row] = await tx.call<FormalCandidate & Record<string, unknown>>(
    `${CANDIDATES} and l.user_id = $5 and l.id = $6`,
    [...parametersOf(moment), one.user_id, one.loan_id],
  );
  return row;
}

/** Where a person heard of a class after the close of a day, through any of their loans. */
export async function heardOf(
  tx: Tx,
  userId: string,
  of: FormalClass,
  since: BusinessDate,
): Promise<{ readonly inApp: boolean; readonly inFull: boolean }> {
  const [row] = await tx.call<{ in_app: boolean | null; in_full: boolean | null }>(
    `select bool_or(k.channels && '{app}') as in_app, bool_or(k.step not like '%${IN_APP_ONLY}') as in_full
     from contacts k
     where k.user_id = $1 and ${toldOf('$2', 'true')} and k.channels <> '{}' and ist_date(k.at) > $3::date`,
    [userId, of, since],
  );
  return { inApp: row?.in_app === true, inFull: row?.in_full === true };
}

/**
 * Writes down that a notice was given, or with no channels that none is owed. The same of the same instalment happens again after
 * a repayment was taken back; it then has a number of its own.
 */
export async function saveFormal(
  tx: Tx,
  { user_id: userId, loan_id: loanId, class: of }: FormalCandidate,
  { number, channels, isInAppOnly }: { number: number; channels: readonly string[]; isInAppOnly: boolean },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into contacts (user_id, loan_id, number, step, channels, at)
     select $1, $2, $3, $4 || case count(*) when 0 then '' else '_' || count(*) + 1 end || $5, $6, $7
     from contacts k where k.user_id = $1 and k.loan_id = $2 and k.number = $3
       and k.step like replace($4, '_', '\\_') || '%' and (k.step like '%${IN_APP_ONLY}') = ($5 <> '')`,
    [userId, loanId, number, formalStep(of, false), isInAppOnly ? IN_APP_ONLY : '', channels, now],
  );
}
