import type {
  ArrearsBucket,
  BillStatus,
  exportAdminPayments,
  PaymentStatus,
  QueryOf,
} from '@mohlat/contract';
import { ARREARS_DAYS } from '@mohlat/lending';
import { PARKED_FOR_STAFF } from '#features/end-of-day/index.ts';
import { IS_LIVE, isLateFor, LOAN_FACT, type LoanFact, NEWEST_FACT } from '#features/lending/index.ts';
import { BILL_FIGURES } from '#features/overview/index.ts';
import { STATUS_SQL } from '#features/payments/index.ts';
import { UUID } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { isByAmount, type PaymentPlace } from './payments-desk.cursor.ts';
import { BOUNCED } from './payments-desk.waiting.ts';

export type PaymentFilters = QueryOf<typeof exportAdminPayments>;

export interface PaymentRow extends LoanFact {
  readonly id: string;
  readonly user_id: string;
  readonly full_name: string | null;
  readonly accepted_at: Date;
  readonly bank_name: string;
  readonly last4: string;
  readonly amount_paise: number;
  readonly service_fee_paise: number;
  readonly total_paise: number;
  /** The bill and the days used, of a cancelled payment; null of any other. */
  readonly ended_paise: number | null;
  readonly plan_kind: 'single' | 'emi';
  readonly instalment_count: number;
  readonly status: PaymentStatus;
  readonly bill_status: BillStatus;
  readonly needs_review: boolean;
  readonly our_reference: string | null;
  readonly rail_reference: string | null;
}

const SELECT = `select p.id, p.user_id, f.full_name, p.accepted_at, c.bank_name, c.last4, p.amount_paise, p.service_fee_paise,
    p.total_paise, p.plan_kind, p.instalment_count, ${STATUS_SQL} as status, p.bill_status, p.needs_review, a.our_reference,
    p.rail_reference, p.amount_paise + exit_charge_paise(l.user_id, l.id, l.status) as ended_paise, ${LOAN_FACT}
  from payments p
  join cards c on c.user_id = p.user_id and c.id = p.card_id
  left join profiles f on f.user_id = p.user_id
  left join loans l on l.user_id = p.user_id and l.id = p.id
  left join loan_days d on d.user_id = l.user_id and d.loan_id = l.id and ${IS_LIVE}
  ${NEWEST_FACT}
  left join lateral (
    select x.our_reference from payment_attempts x
    where x.user_id = p.user_id and x.payment_id = p.id order by x.started_at desc limit 1
  ) a on true`;

const LAST_FOUR = /^\d{4}$/;

/** Tells by its form what a text is looked for as. */
export function searchedAs(text: string): 'last_four' | 'id' | 'reference' {
  if (LAST_FOUR.test(text)) return 'last_four';
  return UUID.test(text.toLowerCase()) ? 'id' : 'reference';
}

/** Builds the search condition. The form of the text decides which columns are searched; each has an index of its own. */
function searchCondition(text: string, value: (one: unknown) => string): string {
  const by = searchedAs(text);
  if (by === 'last_four') return `c.last4 = ${value(text)}`;
  if (by === 'id') {
    const id = `${value(text.toLowerCase())}::uuid`;
    return `(p.id = ${id} or (p.user_id, p.id) in (select r.user_id, r.loan_id from repayments r where r.id = ${id}))`;
  }
  const reference = value(text);
  return `(p.rail_reference = ${reference} or (p.user_id, p.id) in (
    select x.user_id, x.payment_id from payment_attempts x where x.our_reference = ${reference} or x.provider_ref = ${reference}
    union all select r.user_id, r.loan_id from repayments r where r.provider_payment_ref = ${reference} or r.order_ref = ${reference}))`;
}

/** Payments a debit of which came back lately, its instalment still unpaid: staff look after these. */
const BOUNCED_SINCE = `select x.user_id, x.loan_id from ${BOUNCED} and x.ended_at > `;
/** As the dashboard counts them. */
const PARKED = `select k.user_id, k.id from ${PARKED_FOR_STAFF}`;
const BOUNCED_LATELY_MS = 7 * 86_400_000;

type Became = NonNullable<PaymentFilters['became']>;

/** Payments whose books say on a day of the period what became of the bill: what the dashboard counts (BILL_FIGURES). */
function bookedAs(
  became: Became,
  { from, to }: Pick<PaymentFilters, 'from' | 'to'>,
  value: (one: unknown) => string,
): string {
  const { event, account, side } = BILL_FIGURES[became];
  return `select j.user_id, j.loan_id from journals j join postings x on x.user_id = j.user_id and x.journal_id = j.id
    where j.source_kind = ${value(event)} and x.account = ${value(account)} and x.amount_paise ${side === 'debit' ? '>' : '<'} 0
      ${from === undefined ? '' : `and j.posting_on >= ${value(from)}::date`}
      ${to === undefined ? '' : `and j.posting_on <= ${value(to)}::date`}`;
}

/** The conditions of what is asked for, and of nothing else: the planner sees which index fits. */
function conditionsOf(filters: PaymentFilters, values: unknown[], now: Date): string[] {
  const value = (one: unknown) => `$${values.push(one)}`;
  const day = (on: string, after: number) =>
    `(${value(on)}::date + ${after})::timestamp at time zone 'Asia/Kolkata'`;
  const bucketOf = (bucket: ArrearsBucket) => {
    const { from: least, to: most } = ARREARS_DAYS[bucket];
    const reached = least === 0 ? '' : ` and ${isLateFor(`${value(least)}::integer`)}`;
    const beyond = most === null ? '' : ` and not ${isLateFor(`${value(most + 1)}::integer`)}`;
    return `(${IS_LIVE}${reached}${beyond})`;
  };
  const among = (isThere: boolean, rows: string) => `(p.user_id, p.id) ${isThere ? '' : 'not '}in (${rows})`;
  const lately = () => value(new Date(now.getTime() - BOUNCED_LATELY_MS));
  const { status, billStatus, became, from, to, bank, amountMinPaise, amountMaxPaise, userId, search } =
    filters;
  return [
    ...(status === undefined ? [] : [`${STATUS_SQL} = ${value(status)}`]),
    ...(billStatus === undefined ? [] : [`p.bill_status = ${value(billStatus)}`]),
    ...(became === undefined
      ? [
          ...(from === undefined ? [] : [`p.accepted_at >= ${day(from, 0)}`]),
          ...(to === undefined ? [] : [`p.accepted_at < ${day(to, 1)}`]),
        ]
      : [among(true, bookedAs(became, { from, to }, value))]),
    ...(bank === undefined ? [] : [`c.bank_name = ${value(bank)}`]),
    ...(amountMinPaise === undefined ? [] : [`p.amount_paise >= ${value(amountMinPaise)}`]),
    ...(amountMaxPaise === undefined ? [] : [`p.amount_paise <= ${value(amountMaxPaise)}`]),
    ...(userId === undefined ? [] : [`p.user_id = ${value(userId)}`]),
    ...(filters.needsReview === undefined ? [] : [`p.needs_review = ${value(filters.needsReview)}`]),
    ...(filters.isOverdue === undefined ? [] : [`${isLateFor('1')} = ${value(filters.isOverdue)}`]),
    ...(filters.arrears === undefined ? [] : [bucketOf(filters.arrears)]),
    ...(filters.hasBounced === undefined ? [] : [among(filters.hasBounced, BOUNCED_SINCE + lately())]),
    ...(filters.isParked === undefined ? [] : [among(filters.isParked, PARKED)]),
    ...(search === undefined ? [] : [searchCondition(search, value)]),
  ];
}

/** A page of payments of all people in the order asked for; as many as `limit` says. */
export function listForStaff(
  tx: Tx,
  filters: PaymentFilters,
  page: { readonly after: PaymentPlace | undefined; readonly limit: number },
  now: Date,
): Promise<PaymentRow[]> {
  const values: unknown[] = [];
  const conditions = conditionsOf(filters, values, now);
  const column = isByAmount(filters.sort) ? 'p.amount_paise' : 'p.accepted_at';
  const isDown = filters.sort === 'newest' || filters.sort === 'largest';
  if (page.after) {
    values.push(page.after.key, page.after.id);
    const type = isByAmount(filters.sort) ? 'bigint' : 'timestamptz';
    const place = `($${values.length - 1}::${type}, $${values.length}::uuid)`;
    conditions.push(`(${column}, p.id) ${isDown ? '<' : '>'} ${place}`);
  }
  values.push(page.limit);
  const order = isDown ? 'desc' : 'asc';
  return tx.call<PaymentRow>(
    `${SELECT} ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by ${column} ${order}, p.id ${order} limit $${values.length}`,
    values,
  );
}
