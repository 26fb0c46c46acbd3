import { accrual, accruedSince, type Loan, type LoanStatus } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';

/** A query of a transaction that sees one state of the database. */
export type Query = <Row extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

interface Lagging extends Record<string, unknown> {
  readonly userId: string;
  readonly id: string;
  readonly status: LoanStatus;
  readonly rewoundCount: number;
  readonly closedThroughOn: BusinessDate;
  readonly instalments: Loan['instalments'];
}

const AT_ONCE = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const LAGGING = `
  select d.user_id as "userId", d.loan_id as id, l.status, l.rewound_count as "rewoundCount",
    d.closed_through_on as "closedThroughOn", coalesce((
      select json_agg(json_build_object(
        'interestPaise', i.interest_paise, 'startOn', i.start_on, 'dueOn', i.due_on, 'isDemanded', false))
      from instalments i where i.user_id = d.user_id and i.loan_id = d.loan_id and i.is_active and not i.is_demanded), '[]') as instalments
  from loan_days d
  join loans l on l.user_id = d.user_id and l.id = d.loan_id
  where d.is_open and d.closed_through_on < $1 and (d.user_id, d.loan_id) > ($2, $3)
  order by d.user_id, d.loan_id limit ${AT_ONCE}`;

/**
 * The interest that open loans have earned through the close of a day and that is not posted, by account in paise, debit positive:
 * what a close of that day would post. Loans are read in turns, whatever their number.
 * Rule: LEND-A1
 */
export async function sumAccrued(
  query: Query,
  throughOn: BusinessDate,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  let last = { userId: FIRST, id: FIRST };
  for (;;) {
    const loans = await query<Lagging>(LAGGING, [throughOn, last.userId, last.id]);
    for (const loan of loans)
      for (const { account, amountPaise } of accrual(loan, throughOn, accruedSince(loan, throughOn)).lines)
        sums.set(account, (sums.get(account) ?? 0) + amountPaise);
    const next = loans.at(-1);
    if (next === undefined || loans.length < AT_ONCE) return sums;
    last = next;
  }
}

/**
 * The interest that a trial balance of a day counts beside what is posted, by account in paise, debit positive: of a day that was closed
 * what was kept as its close began, of any other what is computed now. Before the first day that was closed nothing is left
 * unposted. Without a day: now.
 * Rule: LEND-A1, LEND-B6
 */
export async function accruedOn(query: Query, day: string | null): Promise<ReadonlyMap<string, number>> {
  const [book] = await query<{ on: BusinessDate | null; isClosed: boolean }>(
    `select nullif(book_closed_through(), '-infinity') as on, coalesce($1 <= book_closed_through(), false) as "isClosed"`,
    [day],
  );
  if (!book || book.on === null) return new Map();
  if (!book.isClosed) return sumAccrued(query, book.on);
  const kept = await query<{ account: string; paise: string }>(
    'select account, amount_paise::text as paise from accrued_not_posted where day_on = $1',
    [day],
  );
  return new Map(kept.map(({ account, paise }) => [account, Number(paise)]));
}
