import type { MandateKind, MandateStatus } from '@mohlat/contract';
import {
  type Absence,
  AHEAD_STATES,
  ENDED_MANDATE_STATUSES,
  OPEN_DEBIT_STATES,
  OPEN_MANDATE_STATUSES,
  type Planning,
} from '@mohlat/lending';
import type { BusinessDate, LatePolicy } from '@mohlat/money';
import { lateTermsOf, settingsOfVersion, type SoldAs } from '#features/settings/index.ts';
import { absenceOf } from '#features/absence.ts';
import { freezesOf, INSTALMENT_SUMS, IS_LIVE, list } from '#features/lending/index.ts';
import { listOwn, type OwnPage } from '#features/own-list.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { invariant } from '#platform/http/domain-error.ts';

export interface MandateIds {
  readonly userId: string;
  readonly mandateId: string;
}

export interface MandateRow {
  readonly id: string;
  readonly loan_id: string;
  readonly kind: MandateKind;
  readonly status: MandateStatus;
  /** The cause of its end. */
  readonly reason: string | null;
  readonly maximum_paise: number;
  readonly until_on: BusinessDate;
  readonly masked_account: string | null;
  /** Null for UPI. */
  readonly bank_account_id: string | null;
  readonly customer_ref: string | null;
  readonly order_ref: string | null;
  readonly token_ref: string | null;
  readonly created_at: Date;
  /** The first of the provider's answers that say nothing; null where the last one was clear. Silence leaves it. */
  readonly unclear_since: Date | null;
  /**
   * The looks behind the day of its order that found no mandate. `looks` is 0 while a known mandate is unlisted: `since` then says
   * since when, and no look counts towards "never made".
   */
  readonly absence: Absence | null;
  readonly planning: Planning;
  /** Tries that have not ended, in the order of their instalments. */
  readonly tries: readonly TryRow[];
  readonly last: {
    readonly number: number;
    readonly amountPaise: number;
    readonly on: BusinessDate;
    readonly state: 'paid' | 'failed';
    readonly reason: string | null;
  } | null;
}

export interface TryRow {
  readonly number: number;
  readonly amountPaise: number;
  readonly presentAt: string;
  readonly noticedAt: string | null;
  readonly state: 'planned' | 'announced' | 'presenting' | 'presented' | 'review';
  readonly answerByOn: BusinessDate | null;
}

/** SQL: the facts that decide what a mandate `m` collects of its loan, which may be missing. Without an outer join: decision 121. */
export const PLANNING = `json_build_object(
  'kind', m.kind, 'maximumPaise', m.maximum_paise, 'standsSince', ist_date(coalesce(m.confirmed_at, m.created_at)),
  'isLive', exists (select 1 from loans l where l.user_id = m.user_id and l.id = m.loan_id and ${IS_LIVE}),
  'freezes', ${list(freezesOf('m.user_id', 'm.loan_id'))}, 'instalments', ${list(`
    select json_agg(json_build_object('number', i.number, 'dueOn', i.due_on, 'tries', tries.count, 'last', tries.last,
      ${INSTALMENT_SUMS}) order by i.number)
    from instalments i
    cross join lateral (
      select count(*)::integer as count,
        (array_agg(case when p.state = 'skipped' and p.reason in ('frozen', 'mandate_ended') then 'put_off'
          when p.state = 'skipped' and p.reason in ('covered', 'changed') then 'not_needed' else 'tried' end
          order by p.attempt desc))[1] as last
      from presentations p where p.user_id = m.user_id and p.mandate_id = m.id and p.number = i.number) tries
    where i.user_id = m.user_id and i.loan_id = m.loan_id and i.is_active`)})`;

const SELECT = `select m.id, m.loan_id, m.kind, m.status, m.reason, m.maximum_paise, m.until_on, m.masked_account,
  m.bank_account_id, m.customer_ref, m.order_ref, m.token_ref, m.created_at, m.unclear_since, ${absenceOf('m')},
  ${PLANNING} as planning,
  ${list(`select json_agg(json_build_object('number', p.number, 'amountPaise', p.amount_paise, 'presentAt', p.present_at,
      'noticedAt', p.noticed_at, 'state', p.state, 'answerByOn', p.answer_by_on) order by p.number)
    from presentations p
    where p.user_id = m.user_id and p.mandate_id = m.id
      and ${oneOf('p.state', OPEN_DEBIT_STATES)}`)} as tries,
  (select jsonb_build_object('number', p.number, 'amountPaise', p.amount_paise, 'state', p.state, 'reason', p.reason,
     'on', ist_date(coalesce(p.presented_at, p.ended_at)))
   from presentations p
   where p.user_id = m.user_id and p.mandate_id = m.id and p.state in ('paid', 'failed')
   order by p.ended_at desc, p.number desc, p.attempt desc limit 1) as last
  from mandates m`;

export async function findMandate(
  tx: Tx,
  { userId, mandateId }: MandateIds,
): Promise<MandateRow | undefined> {
  const [row] = await tx.call<MandateRow>(`${SELECT} where m.user_id = $1 and m.id = $2`, [
    userId,
    mandateId,
  ]);
  return row;
}

export function listMandates(tx: Tx, userId: string, page: OwnPage) {
  return listOwn<MandateRow>(tx, { select: SELECT, alias: 'm' }, userId, page);
}

/** Serialises changes to the mandates of one loan (advisory lock). */
export async function lockMandates(tx: Tx, userId: string, loanId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`mandates:${userId}:${loanId}`]);
}

/** The mandate that collects a loan, or is being set up to. */
export async function findOpenMandate(
  tx: Tx,
  userId: string,
  loanId: string,
): Promise<MandateRow | undefined> {
  const [row] = await tx.call<MandateRow>(
    `${SELECT} where m.user_id = $1 and m.loan_id = $2 and ${oneOf('m.status', OPEN_MANDATE_STATUSES)}`,
    [userId, loanId],
  );
  return row;
}

export interface NewMandate extends MandateIds {
  readonly loanId: string;
  readonly kind: MandateKind;
  readonly maximumPaise: number;
  readonly untilOn: BusinessDate;
  readonly account: DebitAccount | undefined;
}

/** Begins a mandate. It is looked at although nothing is registered yet: the registration may fail for good. */
export async function insertMandate(tx: Tx, mandate: NewMandate, now: Date, nextLookAt: Date): Promise<void> {
  await tx.call(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, masked_account,
       bank_account_id, created_at, next_look_at)
     values ($1, $2, $3, $4, 'setting_up', $5, $6, $7, $8, $9, $10)`,
    [
      mandate.userId,
      mandate.mandateId,
      mandate.loanId,
      mandate.kind,
      mandate.maximumPaise,
      mandate.untilOn,
      mandate.account?.masked_number ?? null,
      mandate.account?.id ?? null,
      now,
      nextLookAt,
    ],
  );
}

/**
 * Writes down the order of a mandate; answers where it stands. One that was ended meanwhile keeps its order, which is never to be
 * approved; of one that went on elsewhere nothing is written.
 */
export async function saveOrder(
  tx: Tx,
  { userId, mandateId }: MandateIds,
  refs: { readonly customerRef: string; readonly orderRef: string },
  nextLookAt: Date,
): Promise<MandateStatus | undefined> {
  const [saved] = await tx.call<{ status: MandateStatus }>(
    `update mandates set customer_ref = $3, order_ref = $4, next_look_at = $5
     where user_id = $1 and id = $2 and status in ('setting_up', 'cancelling') returning status`,
    [userId, mandateId, refs.customerRef, refs.orderRef, nextLookAt],
  );
  return saved?.status ?? (await findMandate(tx, { userId, mandateId }))?.status;
}

/** Moves a mandate from where it was seen; false when it stands elsewhere by now. */
export async function moveMandate(
  tx: Tx,
  { userId, mandateId }: MandateIds,
  from: MandateStatus,
  to: MandateStatus,
  facts: {
    readonly now: Date;
    readonly nextLookAt: Date | null;
    readonly tokenRef?: string | undefined;
    readonly reason?: string | undefined;
  },
): Promise<boolean> {
  const rows = await tx.call(
    `update mandates set status = $4, next_look_at = $5, token_ref = coalesce($6, token_ref),
       reason = coalesce($7, reason),
       plan_at = case when $4 = 'active' and status <> 'active' then $8 else plan_at end,
       confirmed_at = case when $4 = 'active' then coalesce(confirmed_at, $8) else confirmed_at end,
       ended_at = case when ${oneOf('$4', ENDED_MANDATE_STATUSES)} then $8 end
     where user_id = $1 and id = $2 and status = $3 returning id`,
    [userId, mandateId, from, to, facts.nextLookAt, facts.tokenRef ?? null, facts.reason ?? null, facts.now],
  );
  return rows.length > 0;
}

/** Debits of a mandate that the bank was not asked for yet are not made. */
export async function skipPlanned(tx: Tx, { userId, mandateId }: MandateIds, now: Date): Promise<void> {
  await tx.call(
    `update presentations set state = 'skipped', reason = 'mandate_ended', ended_at = $3, next_look_at = null
     where user_id = $1 and mandate_id = $2 and ${oneOf('state', AHEAD_STATES)}`,
    [userId, mandateId, now],
  );
}

export interface DebitAccount {
  readonly id: string;
  readonly account_name: string;
  readonly number_sealed: Buffer;
  readonly masked_number: string;
  readonly ifsc: string;
  readonly is_verified: boolean;
}

/** A bank account of the person: the one asked for, or the default. */
export async function findDebitAccount(
  tx: Tx,
  userId: string,
  accountId: string | undefined,
): Promise<DebitAccount | undefined> {
  const [row] = await tx.call<DebitAccount>(
    `select id, account_name, number_sealed, masked_number, ifsc, status = 'verified' as is_verified from bank_accounts
     where user_id = $1 and removed_at is null
       and (id = $2::uuid or $2::uuid is null and is_default)`,
    [userId, accountId ?? null],
  );
  return row;
}

/** Finds the terms of lateness that a payment was sold under: charges, and the days without any. Rule: LEND-L1, LEND-L6. */
export async function findLateTerms(tx: Tx, userId: string, paymentId: string): Promise<LatePolicy> {
  const [sold] = await tx.call<SoldAs & { version: number }>(
    `select settings_version as version, plan_kind as kind, instalment_count as instalments
     from payments where user_id = $1 and id = $2`,
    [userId, paymentId],
  );
  invariant(sold, 'a payment disappeared');
  return lateTermsOf(await settingsOfVersion(tx, sold.version), sold);
}
