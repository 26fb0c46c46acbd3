import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

export interface LoanDays {
  readonly is_open: boolean;
  readonly closed_through_on: BusinessDate;
  /** The day it was closed, or written off and last recovered from; what is dated before it comes late. */
  readonly closed_on: BusinessDate | null;
  readonly disbursed_on: BusinessDate;
}

export async function findLoanDays(tx: Tx, userId: string, loanId: string): Promise<LoanDays | undefined> {
  const [row] = await tx.call<LoanDays & Record<string, unknown>>(
    `select d.is_open, d.closed_through_on, case when l.status <> 'unwound' then
       coalesce(l.closed_on, greatest(l.written_off_on, (
         select max(r.value_on) from repayments r
         where r.user_id = l.user_id and r.loan_id = l.id and r.status = 'succeeded' and l.written_off_on is not null
       ))) end as closed_on, l.disbursed_on
     from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId],
  );
  return row;
}
