import { countedDueOn, countedFrom, type FreezeFact, isFrozen } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, startOfDay } from '@mohlat/money';
import { IS_CHARGE_OWED, IS_LIVE, IS_UNPAID } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { HAS_AGREEMENT } from './reminders.agreed.ts';
import { IN_APP_ONLY, type Slot } from './reminders.calendar.ts';
import { isBelowMost, isFreeToSpeak } from './reminders.holds.ts';

/** Charges of one loan that count as overdue from one day on, with nothing of an instalment overdue beside them. */
export interface ChargeCandidate {
  readonly user_id: string;
  readonly loan_id: string;
  /** The first of them, by its instalment. */
  readonly number: number;
  readonly late_days: number;
  /** The last day on which they are on time, as it was when they were levied. */
  readonly overdue_on: BusinessDate;
  /** The last day that their owner is shown: after the freeze that covered it. Rule: LEND-X10 */
  readonly shown_on: BusinessDate;
  /** The same, later by the days the loan was frozen since. */
  readonly counted_on: BusinessDate;
  readonly step: string;
  readonly amount_paise: number;
  readonly bank_name: string;
  readonly last4: string;
  readonly is_in_app: boolean;
  /** A lower sum was agreed once of its loan. */
  readonly has_agreement: boolean;
}

/** Names charges among all others. */
export const nameOfCharges = (one: ChargeCandidate): string =>
  `${one.user_id}/${one.loan_id}/charge/${one.overdue_on}`;

/** The step in the person's contacts: its charge is named by the instalment and its lateness, as in the books. */
export const stepOfCharge = (step: string, lateDays: number): string => `charge${lateDays}_${step}`;

/**
 * Finds charges to remind of, the longest overdue first. While an instalment of the loan is overdue, its own reminders speak: money
 * goes to it first. Rule: LEND-23, LEND-W2, LEND-L7, LEND-X10
 */
const CANDIDATES = `
  with slots as (
    select s.due_on, s.step from unnest($1::date[], $2::text[]) as s(due_on, step) where s.step is not null
  ), days as (
    select s.step, c.user_id, c.id, c.overdue_on, c.overdue_on as shown_on, c.overdue_on as counted_on
    from slots s join charges c on c.overdue_on = s.due_on and ${IS_CHARGE_OWED}
    where not exists (select 1 from loan_freezes z where z.user_id = c.user_id and z.loan_id = c.loan_id)
    union all
    select s.step, t.user_id, t.id, t.overdue_on, t.shown_on, t.counted_on
    from unnest($6::uuid[], $7::uuid[], $8::date[], $9::date[], $10::date[]) as t(user_id, id, overdue_on, counted_on, shown_on)
    join slots s on s.due_on = t.counted_on
  ), owing as (
    select d.step, c.user_id, c.loan_id, d.overdue_on, d.shown_on, d.counted_on,
      sum(c.amount_paise - c.paid_paise - c.waived_paise)::bigint as amount_paise,
      (array_agg(c.number order by c.number, c.late_days))[1] as number,
      (array_agg(c.late_days order by c.number, c.late_days))[1] as late_days
    from days d join charges c on c.user_id = d.user_id and c.id = d.id and ${IS_CHARGE_OWED}
    group by 1, 2, 3, 4, 5, 6
  ), named as (
    select o.*, 'charge' || o.late_days || '_' || o.step as name from owing o
  )
  select o.user_id, o.loan_id, o.number, o.late_days, o.overdue_on, o.shown_on, o.counted_on, o.step, o.amount_paise, k.bank_name, k.last4,
    exists (select 1 from contacts c where c.user_id = o.user_id and c.loan_id = o.loan_id and c.number = o.number
      and c.step = o.name || '${IN_APP_ONLY}') as is_in_app, ${HAS_AGREEMENT}
  from named o
  join loans l on l.user_id = o.user_id and l.id = o.loan_id and ${IS_LIVE}
  join payments p on p.user_id = l.user_id and p.id = l.id
  join cards k on k.user_id = p.user_id and k.id = p.card_id
  where not exists (
      select 1 from instalments i
      where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.due_on < $3::date and ${IS_UNPAID})
    and not exists (
      select 1 from contacts c where c.user_id = l.user_id and c.loan_id = l.id and c.number = o.number
        and c.step in (o.name, replace(o.name, '${IN_APP_ONLY}', '')))
    and ${isFreeToSpeak('$3::date')}
    and (o.step like '%${IN_APP_ONLY}' or ${isBelowMost('$4::timestamptz', '$5::timestamptz')})`;

interface FrozenCharge {
  readonly user_id: string;
  readonly id: string;
  readonly overdue_on: BusinessDate;
  readonly freezes: readonly FreezeFact[];
}

/** Lists charges that are owed on loans that were frozen once, by the day their lateness counts from. Rule: LEND-X10 */
async function listThawed(tx: Tx, today: BusinessDate, userId: string | null) {
  const found = await tx.call<FrozenCharge & Record<string, unknown>>(
    `select c.user_id, c.id, c.overdue_on, z.freezes
     from (select user_id, loan_id, json_agg(json_build_object('isFrozen', is_frozen, 'fromOn', from_on) order by seq) as freezes
       from loan_freezes where user_id = coalesce($1, user_id) group by 1, 2) z
     join charges c on c.user_id = z.user_id and c.loan_id = z.loan_id and ${IS_CHARGE_OWED}`,
    [userId],
  );
  return found
    .filter(({ freezes }) => !isFrozen(freezes, today))
    .map(({ freezes, ...one }) => ({
      ...one,
      shown_on: countedFrom(freezes, one.overdue_on),
      counted_on: countedDueOn(freezes, one.overdue_on, today),
    }));
}

async function parametersOf(
  tx: Tx,
  slots: readonly Slot[],
  now: Date,
  userId: string | null,
): Promise<unknown[]> {
  const today = istDate(now.getTime());
  const thawed = await listThawed(tx, today, userId);
  return [
    slots.map((slot) => slot.dueOn),
    slots.map((slot) => slot.step?.step ?? null),
    today,
    startOfDay(today),
    startOfDay(addDays(today, -6)),
    thawed.map((one) => one.user_id),
    thawed.map((one) => one.id),
    thawed.map((one) => one.overdue_on),
    thawed.map((one) => one.counted_on),
    thawed.map((one) => one.shown_on),
  ];
}

/** A page of candidates over all users; `without` names those to leave out. Rule: LEND-23 */
export async function findCharges(
  tx: Tx,
  slots: readonly Slot[],
  now: Date,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<ChargeCandidate[]> {
  return tx.call<ChargeCandidate & Record<string, unknown>>(
    `${CANDIDATES} and concat_ws('/', o.user_id, o.loan_id, 'charge', o.overdue_on) <> all ($11::text[])
     order by o.counted_on, o.user_id, o.loan_id, o.number limit $12`,
    [...(await parametersOf(tx, slots, now, null)), without, limit],
  );
}

/** Reads one of them again, once no other worker contacts this person: undefined where it was said or settled meanwhile. */
export async function lookAgainAtCharge(
  tx: Tx,
  one: ChargeCandidate,
  slots: readonly Slot[],
  now: Date,
): Promise<ChargeCandidate | undefined> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact:${one.user_id}`]);
  const [row] = await tx.call<ChargeCandidate & Record<string, unknown>>(
    `${CANDIDATES} and o.user_id = $11 and o.loan_id = $12 and o.overdue_on = $13`,
    [...(await parametersOf(tx, slots, now, one.user_id)), one.user_id, one.loan_id, one.overdue_on],
  );
  return row;
}
