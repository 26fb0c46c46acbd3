import { type Agreement, codeOf, type Receipt, type TaxDocumentKind } from '@mohlat/lending';
import type { Repayment } from '@mohlat/contract';
import type { BusinessDate, ScheduleRow } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { type CounterRow, type OpeningRow, OWED_ACCOUNTS } from './statement/statement.rules.ts';

/** A statement as it was stored, its hash, and what stood beside it on the quote. */
export interface StoredKeyFacts {
  readonly content: object;
  readonly hash: string;
  readonly plan_kind: 'single' | 'emi';
  readonly schedule: readonly (ScheduleRow & { readonly dueOn: BusinessDate })[];
  readonly bank_name: string;
  readonly last4: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** The settings it was sold under. */
  readonly settings_version: number;
  readonly settings: unknown;
  readonly accepted_at: Date | null;
  /** The network address of the acceptance; null of a quote, and where it was erased. */
  readonly accepted_from: string | null;
}

const BESIDE_SQL = `q.plan_kind, q.schedule, q.created_at, q.expires_at, c.bank_name, c.last4, q.settings_version, s.content as settings`;

/** Finds the key facts of a quote; undefined when the quote is not this user's. */
export async function findQuoteKeyFacts(
  tx: Tx,
  userId: string,
  quoteId: string,
): Promise<StoredKeyFacts | undefined> {
  const [row] = await tx.call<StoredKeyFacts>(
    `select q.key_facts as content, q.key_facts_hash as hash, null as accepted_at, null as accepted_from, ${BESIDE_SQL}
     from quotes q
     join cards c on c.user_id = q.user_id and c.id = q.card_id
     join settings s on s.version = q.settings_version
     where q.user_id = $1 and q.id = $2`,
    [userId, quoteId],
  );
  return row;
}

/** Finds the key facts agreed to with a payment; undefined when the payment is not this user's. */
export async function findAcceptedKeyFacts(
  tx: Tx,
  userId: string,
  paymentId: string,
): Promise<StoredKeyFacts | undefined> {
  const [row] = await tx.call<StoredKeyFacts>(
    `select k.content, k.hash, k.accepted_at, abbrev(k.accepted_from) as accepted_from, ${BESIDE_SQL}
     from key_facts k
     join payments p on p.user_id = k.user_id and p.id = k.payment_id
     join quotes q on q.user_id = p.user_id and q.id = p.quote_id
     join cards c on c.user_id = q.user_id and c.id = q.card_id
     join settings s on s.version = q.settings_version
     where k.user_id = $1 and k.payment_id = $2`,
    [userId, paymentId],
  );
  return row;
}

/** The name on record as it was stored; null when it was erased. */
export async function findName(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.call<{ full_name: string | null }>(
    'select full_name from profiles where user_id = $1',
    [userId],
  );
  return row?.full_name ?? null;
}

/** A review of the names that staff approved, and when that took effect. */
export interface NameReview {
  readonly full_name: string;
  readonly name_on_pan: string;
  readonly applied_at: Date;
}

/** The oldest first. */
export async function listApprovedReviews(tx: Tx, userId: string): Promise<NameReview[]> {
  return tx.call<NameReview & Record<string, unknown>>(
    `select c.full_name, c.name_on_pan, r.applied_at
     from reviews r join pan_reviews c on c.user_id = r.user_id and c.id = r.subject_id
     where r.user_id = $1 and r.kind = 'pan' and r.status = 'approved' and r.applied_at is not null
     order by r.applied_at, r.id`,
    [userId],
  );
}

/** A repayment as its receipt tells it. */
export interface RepaymentPaper {
  readonly loan_id: string;
  readonly status: Repayment['status'];
  readonly amount_paise: number;
  readonly channel: string;
  readonly provider_payment_ref: string | null;
  readonly received_at: Date;
  readonly value_on: BusinessDate;
  readonly bill_paise: number;
  readonly bank_name: string;
  readonly last4: string;
  readonly shares: readonly {
    readonly number: number | null;
    readonly component: Repayment['allocation'][number]['component'];
    readonly amountPaise: number;
  }[];
  /** The part of it that its payer has again; of rewards, the part that is a reward again. */
  readonly gone_paise: number;
}

/** Undefined when it is not this user's. */
export async function findRepaymentPaper(
  tx: Tx,
  userId: string,
  repaymentId: string,
): Promise<RepaymentPaper | undefined> {
  const [row] = await tx.call<RepaymentPaper>(
    `select r.loan_id, r.status, r.amount_paise, r.channel, r.provider_payment_ref, r.received_at, r.value_on,
       p.amount_paise as bill_paise, c.bank_name, c.last4,
       coalesce((
         select jsonb_agg(jsonb_build_object('number', a.number, 'component', a.component, 'amountPaise', a.amount)
                          order by a.number nulls last, a.component)
         from (select number, component, sum(amount_paise) as amount from allocations
               where user_id = r.user_id and repayment_id = r.id and is_active group by 1, 2) a
       ), '[]') as shares, ((
         select coalesce(sum(f.amount_paise), 0) from refunds f
         where f.user_id = r.user_id and f.repayment_id = r.id and f.status = 'processed'
       ) + (
         select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = r.user_id and w.from_repayment_id = r.id
       ))::bigint as gone_paise
     from repayments r
     join payments p on p.user_id = r.user_id and p.id = r.loan_id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     where r.user_id = $1 and r.id = $2`,
    [userId, repaymentId],
  );
  return row;
}

/** The lower sums that were agreed for a loan, and its money. */
export interface SettlementFacts {
  readonly agreements: readonly Agreement[];
  readonly receipts: readonly SettlingReceipt[];
}

type SettlingReceipt = Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>;

/** Reads the agreements of a loan and the money received for it, both oldest first. */
export async function findSettlement(tx: Tx, userId: string, loanId: string): Promise<SettlementFacts> {
  const agreements = await tx.call<Agreement & Record<string, unknown>>(
    `select agreed_paise as "agreedPaise", owed_paise as "owedPaise", charged_paise as "chargedPaise",
       extract(epoch from agreed_at)::float8 * 1000 as "agreedAt", pay_by as "payByOn"
     from settlements where user_id = $1 and loan_id = $2 order by agreed_at, id`,
    [userId, loanId],
  );
  const receipts = await tx.call<SettlingReceipt & Record<string, unknown>>(
    `select extract(epoch from r.received_at)::float8 * 1000 as "receivedAt", r.value_on as "valueOn",
       coalesce(sum(a.amount_paise), 0)::bigint as "coveredPaise"
     from repayments r
     left join allocations a on a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component <> 'excess'
     where r.user_id = $1 and r.loan_id = $2 and r.status = 'succeeded'
     group by r.id, r.received_at, r.value_on order by r.value_on, r.received_at, r.id`,
    [userId, loanId],
  );
  return { agreements, receipts };
}

/** The day of the first posting that changed what the person owes; null before there is one. */
export async function findFirstDay(tx: Tx, userId: string): Promise<BusinessDate | null> {
  const [row] = await tx.call<{ first_on: BusinessDate | null }>(
    `select min(j.posting_on) as first_on from journals j
     where j.user_id = $1 and exists (
       select 1 from postings p where p.user_id = j.user_id and p.journal_id = j.id and p.account = any ($2))`,
    [userId, OWED_ACCOUNTS],
  );
  return row?.first_on ?? null;
}

/**
 * A loan that was written off is out of the books and owed all the same: its journal of that kind, and a mirror of it, are
 * passed over, and what is recovered counts instead. Where a lower sum ended it, the rest was owed until then.
 */
const STILL_OWED = `not exists (
  select 1 from journals w where w.user_id = j.user_id and w.id = coalesce(j.reversal_of, j.id) and w.source_kind = 'write_off')`;
const FORGIVEN = `select l.id as loan_id, l.closed_on as on_day, w.principal_paise + w.fee_paise + w.interest_paise + w.charges_paise + (
    select coalesce(sum(p.amount_paise), 0) from postings p where p.user_id = l.user_id and p.loan_id = l.id and p.account = '${codeOf('RECOVERY_INCOME')}'
  )::bigint as amount_paise
  from loans l join write_offs w on w.user_id = l.user_id and w.loan_id = l.id and w.is_applied
  where l.user_id = $1 and l.status = 'settled'`;

/**
 * The day of a journal on a statement: the day it was posted. Interest and late charges, which the close of a day posts after midnight, are of
 * that day, or each month would lack its last days; what is posted again later stays with its day of posting, so that
 * a month that was complete does not change.
 */
const STATED_ON = `case when j.source_kind in ('accrual', 'penal') and j.effective_on < j.posting_on and j.posted_at <= coalesce(
  (select b.loans_closed_at from business_days b where b.day_on = j.effective_on), 'infinity') then j.effective_on else j.posting_on end`;

/** The last day that is closed for all loans; null before the first. */
export async function findClosedThrough(tx: Tx): Promise<BusinessDate | null> {
  const [row] = await tx.call<{ on: BusinessDate | null }>(
    `select nullif(book_closed_through(), '-infinity') as on`,
  );
  return row?.on ?? null;
}

/** Lists the amount owed on each payment by everything stated before a day. */
export async function listOwedBefore(tx: Tx, userId: string, firstOn: BusinessDate): Promise<OpeningRow[]> {
  return tx.call<OpeningRow>(
    `select x.loan_id, sum(x.amount_paise)::bigint as amount_paise
     from (
       select j.loan_id, p.amount_paise
       from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
       where j.user_id = $1 and ${STATED_ON} < $2 and p.account = any ($3) and ${STILL_OWED}
       union all
       select f.loan_id, -f.amount_paise from (${FORGIVEN}) f where f.on_day < $2
     ) x
     group by 1 having sum(x.amount_paise) <> 0`,
    [userId, firstOn, OWED_ACCOUNTS],
  );
}

/** The other sides of the journals of some days that changed what is owed. */
export async function listCounters(
  tx: Tx,
  userId: string,
  firstOn: BusinessDate,
  lastOn: BusinessDate,
): Promise<CounterRow[]> {
  return tx.call<CounterRow>(
    `select j.loan_id, ${STATED_ON} as posting_on, j.effective_on, coalesce(o.source_kind, j.source_kind) as source_kind, p.account,
       sum(p.amount_paise)::bigint as amount_paise
     from journals j
     left join journals o on o.user_id = j.user_id and o.id = j.reversal_of
     join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.user_id = $1 and j.posting_on >= $2 and ${STATED_ON} between $2 and $3
       and p.account <> all ($4) and p.account not like 'M%'
       and exists (select 1 from postings d where d.user_id = j.user_id and d.journal_id = j.id and d.account = any ($4))
       and ${STILL_OWED}
     group by 1, 2, 3, 4, 5
     union all
     select f.loan_id, f.on_day, f.on_day, 'settlement', '${codeOf('CREDIT_LOSS')}', f.amount_paise from (${FORGIVEN}) f
     where f.on_day between $2 and $3 and f.amount_paise <> 0`,
    [userId, firstOn, lastOn, OWED_ACCOUNTS],
  );
}

/** Lists the parts of each payment's title on a statement. */
export async function listTitles(
  tx: Tx,
  userId: string,
): Promise<{ id: string; bank_name: string; last4: string; amount_paise: number }[]> {
  return tx.call<{ id: string; bank_name: string; last4: string; amount_paise: number }>(
    `select p.id, c.bank_name, c.last4, p.amount_paise
     from loans l
     join payments p on p.user_id = l.user_id and p.id = l.id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     where l.user_id = $1`,
    [userId],
  );
}

/** By how much what is owed changed in each month, `2026-01`. */
export async function listMonthlyChanges(
  tx: Tx,
  userId: string,
): Promise<{ month: string; amount_paise: number }[]> {
  return tx.call<{ month: string; amount_paise: number }>(
    `select to_char(x.on_day, 'YYYY-MM') as month, sum(x.amount_paise)::bigint as amount_paise
     from (
       select ${STATED_ON} as on_day, p.amount_paise
       from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
       where j.user_id = $1 and p.account = any ($2) and ${STILL_OWED}
       union all
       select f.on_day, -f.amount_paise from (${FORGIVEN}) f
     ) x
     group by 1`,
    [userId, OWED_ACCOUNTS],
  );
}

/** A tax invoice or credit note. Rule: LEND-F5. */
export interface TaxPaper {
  readonly kind: TaxDocumentKind;
  readonly number: string;
  readonly issued_on: BusinessDate;
  readonly supplied_on: BusinessDate;
  readonly taxable_paise: number;
  readonly cgst_paise: number;
  readonly sgst_paise: number;
  readonly igst_paise: number;
  readonly supply_state: string | null;
}

/** All of a payment, in the order in which they were issued. */
export async function listTaxDocuments(tx: Tx, userId: string, loanId: string): Promise<TaxPaper[]> {
  return tx.call<TaxPaper>(
    `select d.kind, d.number, d.issued_on, j.effective_on as supplied_on, d.taxable_paise, d.cgst_paise, d.sgst_paise,
       d.igst_paise, d.supply_state
     from tax_documents d join journals j on j.user_id = d.user_id and j.id = d.journal_id
     where d.user_id = $1 and d.loan_id = $2 order by j.posted_at, j.id`,
    [userId, loanId],
  );
}
