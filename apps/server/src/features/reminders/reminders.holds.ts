import { WITH_BANK_STATES } from '@mohlat/lending';
import { addDays, istDate, startOfDay } from '@mohlat/money';
import { IS_WAITING } from '#features/collections/index.ts';
import { lastsOn } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { CONTACTS_A_DAY, CONTACTS_A_WEEK } from './reminders.calendar.ts';

/** True of a debit `n` that the bank was asked for. */
export const WITH_THE_BANK = oneOf('n.state', WITH_BANK_STATES);

/**
 * True while nothing holds back a word about the loan `l`: its person did not say that they cannot pay, their bank disputes no
 * repayment, and no repayment's outcome is unknown; `today` is SQL. `at`, SQL too, asks for a moment that may be past: what came after
 * it does not count, and a dispute that has ended since does. Rule: LEND-23, LEND-20
 */
export const isFreeToSpeak = (today: string, at?: string) => `not exists (
      select 1 from hardships h
      where h.user_id = l.user_id and h.loan_id = l.id and ${lastsOn(today)}${
        at === undefined ? '' : ` and h.created_at <= ${at}`
      })
    and not exists (
      select 1 from chargebacks c where c.user_id = l.user_id and c.loan_id = l.id and ${
        at === undefined
          ? IS_WAITING
          : `c.opened_at <= ${at} and (${IS_WAITING} or c.status in ('won', 'lost') and c.ended_at > ${at})`
      })
    and not exists (
      select 1 from repayments r where r.user_id = l.user_id and r.loan_id = l.id and r.status = 'unknown'${
        at === undefined ? '' : ` and r.created_at <= ${at}`
      })`;

/** The ways that reach a person; a line in the app waits for them. Rule: LEND-23 */
const REACHES = '{email,sms,call,visit}';

/**
 * True while the person of the loan `l` may be written to: their contacts of today and of the last seven days are fewer than the
 * most; both instants are SQL. Rule: LEND-23
 */
export const isBelowMost = (today: string, week: string) => `(select count(*) from contacts c
       where c.user_id = l.user_id and c.at >= ${today} and c.channels && '${REACHES}') < ${CONTACTS_A_DAY}
  and (select count(*) from contacts c
       where c.user_id = l.user_id and c.at >= ${week} and c.channels && '${REACHES}') < ${CONTACTS_A_WEEK}`;

/** True where the loan `l` was frozen on the day $3, as `is_frozen` has it, by what was known at the instant $4. Rule: LEND-X10 */
const IS_FROZEN_AT = `coalesce((
       select f.is_frozen from loan_freezes f
       where f.user_id = l.user_id and f.loan_id = l.id and f.from_on <= $3::date and f.at <= $4::timestamptz
       order by f.seq desc limit 1), false)`;

/** No other contact of a person is written until the transaction ends. */
export async function lockContacts(tx: Tx, userId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact:${userId}`]);
}

/**
 * Why staff may not contact a person about a loan at an instant, by that instant and its day; undefined where they may. No other contact of the person
 * is written until the transaction ends. Rule: LEND-23
 */
export async function contactRefusal(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  at: Date,
): Promise<'contact_rests' | 'contact_most' | undefined> {
  await lockContacts(tx, userId);
  const day = istDate(at.getTime());
  const [free] = await tx.call<{ is_free: boolean }>(
    `select not ${IS_FROZEN_AT} and ${isFreeToSpeak('$3::date', '$4::timestamptz')} as is_free
     from loans l where l.user_id = $1 and l.id = $2`,
    [userId, loanId, day, at],
  );
  if (!free?.is_free) return 'contact_rests';
  const [count] = await tx.call<{ of_day: number; of_week: number }>(
    `select count(*) filter (where at >= $2)::integer as of_day, count(*)::integer as of_week
     from contacts where user_id = $1 and at >= $3 and at < $4 and channels && '${REACHES}'`,
    [userId, startOfDay(day), startOfDay(addDays(day, -6)), startOfDay(addDays(day, 1))],
  );
  const isMost = (count?.of_day ?? 0) >= CONTACTS_A_DAY || (count?.of_week ?? 0) >= CONTACTS_A_WEEK;
  return isMost ? 'contact_most' : undefined;
}
