import type { FreezeFact, Loan, LoanStatus } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { type ListPlace, pageOf, readCursor } from '#platform/db/cursor.ts';
import { FREEZES, IS_OWED, IS_UNPAID, list } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { sql } from 'kysely';
import { query } from '#platform/db/query.ts';
import { type PaymentFacts, STATUS_SQL } from './payments.facts.ts';

/** The person's standing, for a quote: identity, credit state and what is left of the limit. */
export async function findStanding(tx: Tx, userId: string) {
  return tx.find(
    query
      .selectFrom('credit_accounts as c')
      .innerJoin('kyc_records as k', 'k.user_id', 'c.user_id')
      .leftJoin('profiles as p', 'p.user_id', 'c.user_id')
      .select([
        'p.full_name',
        'c.state',
        'c.state_reason',
        'c.report_on',
        'c.limit_paise',
        'c.used_paise',
        'c.reserved_paise',
        sql<boolean>`is_identity_known(k.pan_status, k.aadhaar_status)`.as('is_identity_known'),
        sql<boolean>`is_consent_withdrawn(${userId}, lending_purposes())`.as('is_consent_withdrawn'),
      ])
      .where('c.user_id', '=', userId),
  );
}

/** Finds the owner of a payment, for staff: it may be any person's. */
export async function findPaymentOwner(tx: Tx, paymentId: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from payments where id = $1', [paymentId]);
  return row?.user_id;
}

export interface NewQuote {
  readonly id: string;
  readonly cardId: string;
  readonly billFetchId: string | null;
  readonly settingsVersion: number;
  readonly amountPaise: number;
  readonly feePaise: number;
  readonly gstPaise: number;
  readonly interestPaise: number;
  readonly totalPaise: number;
  readonly aprBps: number;
  readonly annualRateBps: number;
  readonly planKind: string;
  readonly instalmentCount: number;
  readonly schedule: object;
  readonly keyFacts: object;
  readonly keyFactsHash: string;
  readonly expiresAt: Date;
  readonly supplierState: string;
  readonly supplyState: string;
}

export async function saveQuote(tx: Tx, userId: string, quote: NewQuote, now: Date): Promise<void> {
  await tx.call(
    `insert into quotes (user_id, id, card_id, bill_fetch_id, settings_version, amount_paise, service_fee_paise, gst_paise,
       interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, key_facts, key_facts_hash,
       created_at, expires_at, supplier_state, supply_state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      userId,
      quote.id,
      quote.cardId,
      quote.billFetchId,
      quote.settingsVersion,
      quote.amountPaise,
      quote.feePaise,
      quote.gstPaise,
      quote.interestPaise,
      quote.totalPaise,
      quote.aprBps,
      quote.annualRateBps,
      quote.planKind,
      quote.instalmentCount,
      JSON.stringify(quote.schedule),
      JSON.stringify(quote.keyFacts),
      quote.keyFactsHash,
      now,
      quote.expiresAt,
      quote.supplierState,
      quote.supplyState,
    ],
  );
}

export interface AcceptedRow {
  readonly outcome: string;
  readonly replayed: boolean;
  readonly facts: PaymentFacts | null;
  /** Not on a cluster: its queue is where the person's rows are not, and in a transaction of its own. */
  readonly has_job: boolean;
}

/** Asks in the same statement for all that is looked at before: on a cluster, which hands the rest on to the node with the person's rows. */
export const ACCEPT_SQL = `select outcome, replayed, facts, has_job
   from accept_quote($1, $2, $3, $4, $5, $6, $7, $8, $9, look_before($1, $2, $10), $10)`;

/** One payment's facts; undefined when it is not this user's. */
export async function findFacts(
  tx: Tx,
  userId: string,
  paymentId: string,
): Promise<PaymentFacts | undefined> {
  const [row] = await tx.call<{ facts: PaymentFacts | null }>('select payment_facts($1, $2) as facts', [
    userId,
    paymentId,
  ]);
  return row?.facts ?? undefined;
}

/** The facts of these payments of a person, in one look; in no order. */
export async function findAllFacts(
  tx: Tx,
  userId: string,
  paymentIds: readonly string[],
): Promise<PaymentFacts[]> {
  const rows = await tx.call<{ facts: PaymentFacts }>('select facts from payments_facts($1, $2::uuid[])', [
    userId,
    paymentIds,
  ]);
  return rows.map(({ facts }) => facts);
}

/** A page of payments, newest first, each with its facts, in one look. */
export async function listFacts(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<{ facts: PaymentFacts; accepted_at: Date; id: string }>(
    'select facts, accepted_at, id from payments_page($1, $2, $3, $4)',
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => ({ at: row.accepted_at, id: row.id }));
}

export interface TransactionRow {
  readonly id: string;
  readonly accepted_at: Date;
  readonly amount_paise: number;
  readonly bill_status: PaymentFacts['billStatus'];
  readonly loan_status: LoanStatus | null;
  readonly bank_name: string;
  readonly last4: string;
}

/** A page of the history, or all of it (for the file): one person’s payments are never more than memory holds. */
export async function listTransactions(
  tx: Tx,
  userId: string,
  filter: {
    readonly status?: string | undefined;
    readonly after?: ListPlace | undefined;
    readonly limit: number | 'all';
    /** Loans that are closed by now, whatever their rows say. */
    readonly ended: readonly string[];
  },
): Promise<TransactionRow[]> {
  return tx.call<TransactionRow>(
    `select p.id, p.accepted_at, p.amount_paise, p.bill_status, c.bank_name, c.last4,
            case when p.id = any ($6::uuid[]) then 'closed' else l.status end as loan_status
     from payments p join cards c on c.user_id = p.user_id and c.id = p.card_id left join loans l on l.user_id = p.user_id and l.id = p.id
     where p.user_id = $1
       and ($2::timestamptz is null or (p.accepted_at, p.id) < ($2, $3::uuid))
       and ($4::text is null or case when p.id = any ($6::uuid[]) then 'completed' else ${STATUS_SQL} end = $4)
     order by p.accepted_at desc, p.id desc limit $5`,
    [
      userId,
      filter.after?.at ?? null,
      filter.after?.id ?? null,
      filter.status ?? null,
      filter.limit === 'all' ? null : filter.limit,
      filter.ended,
    ],
  );
}

/** The days through which a person's open loans are closed, and their next days to look at. */
export function listLoanDays(tx: Tx, userId: string) {
  return tx.call<Pick<Loan, 'closedThroughOn' | 'nextOn'> & { readonly loanId: string }>(
    `select loan_id as "loanId", closed_through_on as "closedThroughOn", next_on as "nextOn" from loan_days
     where user_id = $1 and is_open`,
    [userId],
  );
}

export interface DueRow {
  readonly payment_id: string;
  readonly last4: string;
  readonly bank_name: string;
  readonly number: number;
  readonly due_on: BusinessDate;
  /** The freezes of its loan, oldest first. */
  readonly freezes: readonly FreezeFact[];
  readonly principal_paise: number;
  readonly fee_paise: number;
  readonly interest_paise: number;
  readonly paid_paise: number;
}

/** Instalments that are not paid, across payments; none of the loans that are closed by now, whatever their rows say. */
export function listDue(tx: Tx, userId: string, ended: readonly string[]): Promise<DueRow[]> {
  return tx.call<DueRow>(
    `select i.loan_id as payment_id, c.last4, c.bank_name, i.number, i.due_on, i.principal_paise, i.fee_paise,
            ${list(FREEZES)} as freezes, i.interest_paise, i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise as paid_paise
     from loans l
     join payments p on p.user_id = l.user_id and p.id = l.id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active
     where l.user_id = $1 and ${IS_OWED} and l.id <> all ($2::uuid[])
       and ${IS_UNPAID}`,
    [userId, ended],
  );
}
