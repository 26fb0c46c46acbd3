import { codeOf } from '@mohlat/lending';
import { accountsIn } from '#ledger/accounts-in.ts';
import type { Overview, TodoKind } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import type { Waiting } from '#features/feature.ts';
import type { Tx } from '#platform/db/database.ts';
import { IS_FAILURE, IS_SENT } from '#platform/outbound/call-book.ts';
import { circuitsSeen } from '#platform/outbound/circuits.ts';

/** One event on one account, added up over a day. */
export interface LedgerSum {
  readonly day_on: BusinessDate;
  readonly source_kind: string;
  readonly account: string;
  readonly debit_paise: number;
  readonly credit_paise: number;
  readonly debit_count: number;
  readonly credit_count: number;
}

/** The events that the overview tells about; the rest of the ledger is not added up for it. */
const EVENTS = ['reserve', 'release', 'loan_booked', 'unwind', 'refund'];

/** The period's sums that an overview needs, by day, event and account. */
export function listSums(tx: Tx, fromOn: BusinessDate, toOn: BusinessDate): Promise<LedgerSum[]> {
  return tx.call<LedgerSum>(
    `select s.day_on, s.source_kind, s.account, s.debit_paise, s.credit_paise, s.debit_count, s.credit_count
     from ledger_sums($1, $2) s join accounts a on a.code = s.account
     where a.kind in ('I', 'E') or s.account in ${accountsIn('CHECKOUT_CLEARING', 'MANDATE_CLEARING')} and s.source_kind <> 'coll_settle' or s.source_kind = any ($3)`,
    [fromOn, toOn, EVENTS],
  );
}

/** Income that loans had earned before a day and nothing posted, as its close found it; undefined of a day that is not closed. */
export async function findEarned(tx: Tx, day: BusinessDate): Promise<number | undefined> {
  const [row] = await tx.call<{ isClosed: boolean; paise: number }>(
    `select $1::date <= book_closed_through() as "isClosed", coalesce((
       select -amount_paise from accrued_not_posted where day_on = $1 and account = $2), 0)::bigint as paise`,
    [day, codeOf('INTEREST_INCOME')],
  );
  return row!.isClosed ? row!.paise : undefined;
}

export interface AccountRow {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
}

export function listAccounts(tx: Tx): Promise<AccountRow[]> {
  return tx.call<AccountRow>('select code, name, kind from accounts order by code');
}

export async function countWrittenOff(tx: Tx): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    "select count(*)::integer as count from loans where status = 'written_off'",
  );
  return row?.count ?? 0;
}

export async function sumUnknown(tx: Tx): Promise<{ count: number; amountPaise: number }> {
  const [row] = await tx.call<{ count: number; amountPaise: number }>(
    `select count(*)::integer as count, coalesce(sum(amount_paise), 0)::bigint as "amountPaise"
     from payments where bill_status = 'unknown'`,
  );
  return row!;
}

export interface ReachedRow {
  readonly signed_up: number;
  readonly kyc_complete: number;
  readonly limit_given: number;
  readonly first_bill_paid: number;
}

export async function findReached(tx: Tx, from: Date, to: Date): Promise<ReachedRow> {
  const [row] = await tx.call<ReachedRow>(
    'select signed_up, kyc_complete, limit_given, first_bill_paid from people_reached($1, $2)',
    [from, to],
  );
  return row!;
}

export interface RailRow {
  readonly provider: string;
  readonly calls: number;
  readonly failures: number;
  readonly circuit: 'closed' | 'half_open' | 'open';
  readonly circuit_since: Date | null;
}

export function listRails(tx: Tx, since: Date, now: Date): Promise<RailRow[]> {
  return tx.call<RailRow>(
    `with calls as (
       select provider, count(*) filter (where is_sent)::integer as calls, count(*) filter (where is_failure)::integer as failures
       from (select provider, ${IS_FAILURE} as is_failure, ${IS_SENT} as is_sent from provider_calls where at >= $1) c
       group by provider
     ), circuits as (
       select distinct on (provider) provider, state, since from ${circuitsSeen('$2::timestamptz')} s
       order by 1, case state when 'open' then 1 when 'half_open' then 2 else 3 end, since desc
     )
     select provider, coalesce(calls, 0) as calls, coalesce(failures, 0) as failures,
       coalesce(state, 'closed') as circuit, since as circuit_since
     from calls full join circuits using (provider) order by provider`,
    [since, now],
  );
}

export async function findQueue(tx: Tx): Promise<Overview['queue']> {
  const [row] = await tx.call<Overview['queue']>(
    'select waiting, running, failed, oldest_seconds as "oldestSeconds" from queue_depth()',
  );
  return row!;
}

/** One request in a thousand may fail. The alerts `ErrorBudgetBurns` and `ErrorBudgetLeaks` say the same. */
const FAIL_OF = 1000;
const BUDGET_DAYS = 30;

export async function findErrorBudget(tx: Tx, now: Date): Promise<Overview['errorBudget']> {
  const [row] = await tx.call<{ requests: number; failures: number }>(
    `select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(failures), 0)::bigint as failures
     from request_days where day_on > ist_date($1::timestamptz) - $2::integer`,
    [now, BUDGET_DAYS],
  );
  const { requests, failures } = row!;
  return { requests, failures, allowed: Math.floor(requests / FAIL_OF) };
}

export interface TodoRow {
  readonly kind: TodoKind;
  readonly path: string;
  readonly count: number;
  readonly oldest_at: Date | null;
}

/** Counts each list that waits for staff. */
export function listTodo(tx: Tx, waiting: readonly Waiting[], now: Date): Promise<TodoRow[]> {
  const lists = waiting.map(
    ({ kind, path, select }) =>
      `select '${kind}' as kind, '${path}' as path, * from (${select}) as t(count, oldest_at)`,
  );
  return tx.call<TodoRow>(
    `select * from (${lists.join(' union all ')}) as todo where $1::timestamptz is not null`,
    [now],
  );
}

/** The oldest closed day that has no sums yet; false where there is none. One a transaction: a day may be long. */
export async function sumClosedDay(tx: Tx, now: Date): Promise<boolean> {
  const [row] = await tx.call<{ days: number }>('select sum_closed_days($1, 1) as days', [now]);
  return row?.days === 1;
}
