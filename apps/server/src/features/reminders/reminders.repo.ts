import {
  AHEAD_STATES,
  countedDueOn,
  countedFrom,
  type FreezeFact,
  isFrozen,
  NOTICE_DAYS_AHEAD,
} from '@mohlat/lending';
import { addDays, type BusinessDate, type InstalmentSums, istDate, startOfDay } from '@mohlat/money';
import { lateTermsOf, settingsOfVersions } from '#features/settings/index.ts';
import { FREEZES, INSTALMENT_SUMS, IS_LIVE, IS_UNPAID } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { HAS_AGREEMENT } from './reminders.agreed.ts';
import { IN_APP_ONLY, type Slot } from './reminders.calendar.ts';
import { isBelowMost, isFreeToSpeak, WITH_THE_BANK } from './reminders.holds.ts';

/** An instalment of which a person is to be reminded, with what there is to say. */
export interface Candidate {
  readonly user_id: string;
  readonly loan_id: string;
  readonly number: number;
  readonly due_on: BusinessDate;
  /** The due date by which lateness counts: the day it was demanded, later by the days the loan was frozen. */
  readonly counted_on: BusinessDate;
  /** The due date that the person is shown: the day it is demanded on. */
  readonly shown_on: BusinessDate;
  readonly step: string;
  readonly instalment: InstalmentSums;
  /** The charge this step tells of. */
  readonly charge_paise: number | null;
  /** The last day on which it is on time, as it was when it was levied. Rule: LEND-L7 */
  readonly charge_pay_by: BusinessDate | null;
  /** Freezes of its loan, where a charge is told of. */
  readonly charge_freezes: readonly FreezeFact[] | null;
  /** Its debit's return window is over tomorrow and the bank has said nothing: told of charges alone. */
  readonly is_unanswered: boolean;
  readonly bank_name: string;
  readonly last4: string;
  /** An active permission collects it. */
  readonly is_collected: boolean;
  /** The day of the debit that is planned for it, which a missed notice or a try that failed puts after the due date. */
  readonly collected_on: BusinessDate | null;
  /** The app says it already. */
  readonly is_in_app: boolean;
  /** A lower sum was agreed once of its loan. */
  readonly has_agreement: boolean;
}

/** Names an instalment among all others. */
export const nameOf = ({ user_id: userId, loan_id: loanId, number }: Candidate): string =>
  `${userId}/${loanId}/${number}`;

/** The step that the charge `levied`, the eve of one or the slot `s` stands for; null where there is nothing to say. */
const STEP = `coalesce('charged_' || levied.late_days || s.suffix, case when eve.is_alone then 'eve_' || eve.day || s.suffix end, s.step)`;

/** The bank did not answer a debit of the instalment `i` in time. */
const IS_UNANSWERED = `exists (
  select 1 from presentations n where n.user_id = i.user_id and n.loan_id = i.loan_id and n.number = i.number
    and ${WITH_THE_BANK} and n.answer_by_on <= $7::date)`;

/** Neither held back by what was said already nor by how much. Rule: LEND-23 */
const IS_FREE = `not exists (
    select 1 from contacts c where c.user_id = i.user_id and c.loan_id = i.loan_id and c.number = i.number
      and c.step in (${STEP}, replace(${STEP}, '${IN_APP_ONLY}', '')))
  and (${STEP} like '%${IN_APP_ONLY}' or ${isBelowMost('$5', '$6')})`;

/**
 * Finds the people to remind, with their instalments, over all users, the longest overdue first. Left out: people who said that
 * they cannot pay, whose bank disputes a repayment, whose money may be on its way, or whose loan is frozen; frozen days do not
 * count.
 * Before the due date only the notice of a debit speaks. On the day of that notice this holds for every debit, planned or not. Later it holds
 * for one planned within the hour, because its provider may be away longer. A debit whose return window is over holds up no
 * charge, so its person hears of charges. A charge is told without what was waived of it. Rule: LEND-23, LEND-20, LEND-L4, LEND-X10
 */
const CANDIDATES = `
  with slots as (
    select * from unnest($1::date[], $2::text[], $3::integer[], $4::integer[], $8::text[])
      as s(due_on, step, charges_from, charges_through, suffix)
  ), charge_days as (
    select * from unnest($13::integer[], $14::text[], $15::integer[], $16::integer[]) as t(version, kind, count, day)
  ), instalments_of as (
    select s.*, s.due_on as shown_on, i.user_id, i.id as instalment_id from slots s
    join instalments i on i.due_on = s.due_on and i.is_active
    where not exists (select 1 from loan_freezes z where z.user_id = i.user_id and z.loan_id = i.loan_id)
    union all
    select s.*, thawed.shown_on, thawed.user_id, thawed.id
    from unnest($9::uuid[], $10::uuid[], $11::date[], $17::date[]) as thawed(user_id, id, counted_on, shown_on)
    join slots s on s.due_on = thawed.counted_on
  )
  select i.user_id, i.loan_id, i.number, i.due_on, s.due_on as counted_on, s.shown_on, ${STEP} as step, ${IS_UNANSWERED} as is_unanswered,
    json_build_object(${INSTALMENT_SUMS}) as instalment,
    levied.amount_paise as charge_paise, levied.overdue_on as charge_pay_by,
    case when levied.late_days is not null then (${FREEZES}) end as charge_freezes, k.bank_name, k.last4,
    exists (select 1 from mandates m where m.user_id = l.user_id and m.loan_id = l.id and m.status = 'active') as is_collected,
    (select min(ist_date(n.present_at)) from presentations n where n.user_id = i.user_id and n.loan_id = i.loan_id
       and n.number = i.number and ${oneOf('n.state', AHEAD_STATES)} and ist_date(n.present_at) >= $7::date) as collected_on,
    exists (select 1 from contacts c where c.user_id = i.user_id and c.loan_id = i.loan_id and c.number = i.number
      and c.step = ${STEP} || '${IN_APP_ONLY}') as is_in_app, ${HAS_AGREEMENT},
    (select count(*) from contacts c
     where c.user_id = i.user_id and c.loan_id = i.loan_id and c.number = i.number) as said_times
  from instalments_of s
  join instalments i on i.user_id = s.user_id and i.id = s.instalment_id and ${IS_UNPAID}
  join loans l on l.user_id = i.user_id and l.id = i.loan_id and ${IS_LIVE}
  join payments p on p.user_id = l.user_id and p.id = l.id
  join cards k on k.user_id = p.user_id and k.id = p.card_id
  left join lateral (
    select c.late_days, c.overdue_on, c.amount_paise - c.waived_paise as amount_paise from charges c
    where c.user_id = i.user_id and c.loan_id = i.loan_id and c.kind = 'penal' and c.number = i.number
      and c.late_days between s.charges_from and s.charges_through and c.reversed_on is null
      and c.waived_paise < c.amount_paise
    order by c.late_days desc limit 1
  ) levied on true
  -- Each charge is announced the day before; where a step of the calendar falls on that day and is not switched off, by
  -- that one.
  left join lateral (
    select t.day, s.charges_through > s.charges_from or s.step is null as is_alone
    from charge_days t
    where (t.version, t.kind, t.count) = (p.settings_version, p.plan_kind, p.instalment_count)
      and t.day - 1 = s.charges_through limit 1
  ) eve on true
  where ${STEP} is not null and ${IS_FREE}
    and (not ${IS_UNANSWERED} or levied.late_days is not null or eve.day is not null)
    and ${isFreeToSpeak('$7::date')}
    and not exists (
      select 1 from presentations n where n.user_id = i.user_id and n.loan_id = i.loan_id and n.number = i.number
        and (${WITH_THE_BANK} and coalesce(n.answer_by_on > $7::date, true)
          or n.state = 'announced' and i.due_on >= $7::date
          or n.state = 'planned' and n.created_at > $12::timestamptz - interval '1 hour'))
    and not (i.due_on = $7::date + ${NOTICE_DAYS_AHEAD} and exists (
      select 1 from mandates m where m.user_id = l.user_id and m.loan_id = l.id and m.status = 'active'))`;

/** An unpaid instalment of a loan that was frozen once, by the due date its lateness counts from today. */
interface Thawed {
  readonly user_id: string;
  readonly id: string;
  readonly counted_on: BusinessDate;
  readonly shown_on: BusinessDate;
}

/** Loans whose freezes are read in one statement: what ever was frozen stays on record, and grows for years. */
const LOT = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface FrozenOnce {
  readonly user_id: string;
  readonly loan_id: string;
  readonly freezes: readonly FreezeFact[];
  /** Null where the loan is over, or repaid so far. */
  readonly unpaid: readonly { readonly id: string; readonly dueOn: BusinessDate }[] | null;
}

/**
 * Lists unpaid instalments with frozen days of which a slot speaks, of one person or of all. The rules of the loan book count the
 * days. Rule: LEND-X10
 */
async function listThawed(
  tx: Tx,
  today: BusinessDate,
  slots: readonly Slot[],
  userId: string | null,
): Promise<Thawed[]> {
  const days = new Set(slots.map(({ dueOn }) => dueOn));
  const thawed: Thawed[] = [];
  let after = { user_id: BEFORE_ALL, loan_id: BEFORE_ALL };
  for (let count = LOT; count === LOT;) {
    const loans: FrozenOnce[] = await tx.call<FrozenOnce & Record<string, unknown>>(
      `select z.user_id, z.loan_id, z.freezes, (
         select json_agg(json_build_object('id', i.id, 'dueOn', i.due_on)) from loans l
         join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active and ${IS_UNPAID}
         where l.user_id = z.user_id and l.id = z.loan_id and ${IS_LIVE}) as unpaid
       from (
         select user_id, loan_id, json_agg(json_build_object('isFrozen', is_frozen, 'fromOn', from_on) order by seq) as freezes
         from loan_freezes where user_id = coalesce($1, user_id) and (user_id, loan_id) > ($2, $3)
         group by 1, 2 order by 1, 2 limit $4
       ) z order by 1, 2`,
      [userId, after.user_id, after.loan_id, LOT],
    );
    count = loans.length;
    after = loans.at(-1) ?? after;
    for (const loan of loans) thawed.push(...thawedOf(loan, today).filter((one) => days.has(one.counted_on)));
  }
  return thawed;
}

function thawedOf({ user_id, freezes, unpaid }: FrozenOnce, today: BusinessDate): Thawed[] {
  if (unpaid === null || isFrozen(freezes, today)) return [];
  return unpaid.map(({ id, dueOn }) => ({
    user_id,
    id,
    counted_on: countedDueOn(freezes, dueOn, today),
    shown_on: countedFrom(freezes, dueOn),
  }));
}

/** A day late on which a charge is levied on what was sold under a plan of a version. Rule: LEND-L4, LEND-S6 */
interface ChargeDay {
  readonly version: number;
  readonly kind: string;
  readonly count: number;
  readonly day: number;
}

async function listChargeDays(tx: Tx): Promise<ChargeDay[]> {
  const versions = [...(await settingsOfVersions(tx)).values()];
  return versions.flatMap((settings) =>
    settings.plans.flatMap(({ kind, instalments: count }) =>
      lateTermsOf(settings, { kind, instalments: count }).levyOnLateDays.map((day) => ({
        version: settings.version,
        kind,
        count,
        day,
      })),
    ),
  );
}

async function parametersOf(
  tx: Tx,
  slots: readonly Slot[],
  now: Date,
  thawed: readonly Thawed[],
): Promise<unknown[]> {
  const chargeDays = await listChargeDays(tx);
  const today = istDate(now.getTime());
  return [
    slots.map((slot) => slot.dueOn),
    slots.map((slot) => slot.step?.step ?? null),
    slots.map((slot) => slot.charges?.from ?? null),
    slots.map((slot) => slot.charges?.through ?? null),
    startOfDay(today),
    startOfDay(addDays(today, -6)),
    today,
    slots.map((slot) => (slot.charges?.isInAppOnly ? IN_APP_ONLY : '')),
    thawed.map((one) => one.user_id),
    thawed.map((one) => one.id),
    thawed.map((one) => one.counted_on),
    now,
    chargeDays.map(({ version }) => version),
    chargeDays.map(({ kind }) => kind),
    chargeDays.map(({ count }) => count),
    chargeDays.map(({ day }) => day),
    thawed.map((one) => one.shown_on),
  ];
}

/**
 * A page of candidates over all users. Contacts a day are limited: of the instalments that a person has due on a day, those without
 * a planned debit come first, then those that were mentioned least. `without` names those to leave out. Rule: LEND-23
 */
export async function findCandidates(
  tx: Tx,
  slots: readonly Slot[],
  now: Date,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<Candidate[]> {
  const thawed = await listThawed(tx, istDate(now.getTime()), slots, null);
  return tx.call<Candidate>(
    `select found.* from (${CANDIDATES} and concat_ws('/', i.user_id, i.loan_id, i.number) <> all ($19::text[])
       order by i.due_on, i.user_id, i.loan_id, i.number limit $18) found
     order by due_on, user_id, is_collected, said_times, loan_id, number`,
    [...(await parametersOf(tx, slots, now, thawed)), limit, without],
  );
}

/** Reads one of them again, once no other worker contacts this person: undefined where it was said or settled meanwhile. */
export async function lookAgain(
  tx: Tx,
  one: Pick<Candidate, 'user_id' | 'loan_id' | 'number'>,
  slots: readonly Slot[],
  now: Date,
): Promise<Candidate | undefined> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact:${one.user_id}`]);
  const thawed = await listThawed(tx, istDate(now.getTime()), slots, one.user_id);
  const [row] = await tx.call<Candidate>(
    `${CANDIDATES} and i.user_id = $18 and i.loan_id = $19 and i.number = $20`,
    [...(await parametersOf(tx, slots, now, thawed)), one.user_id, one.loan_id, one.number],
  );
  return row;
}

export async function saveContact(
  tx: Tx,
  {
    user_id: userId,
    loan_id: loanId,
    number,
    step,
  }: Pick<Candidate, 'user_id' | 'loan_id' | 'number' | 'step'>,
  channels: readonly string[],
  now: Date,
): Promise<void> {
  await tx.call(
    'insert into contacts (user_id, loan_id, number, step, channels, at) values ($1, $2, $3, $4, $5, $6)',
    [userId, loanId, number, step, channels, now],
  );
}
