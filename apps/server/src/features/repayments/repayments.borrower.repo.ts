import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

/** The borrower's other loans that lived on or after a day, each with the first of its days since. */
export async function listOthers(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  fromOn: BusinessDate,
): Promise<{ readonly id: string; readonly fromOn: BusinessDate }[]> {
  return tx.call<{ id: string; fromOn: BusinessDate }>(
    `select l.id, greatest($3::date, l.disbursed_on) as "fromOn"
     from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
     where l.user_id = $1 and l.id <> $2 and l.status <> 'unwound'
       and (l.closed_on is null or l.closed_on >= $3) and d.closed_through_on >= greatest($3::date, l.disbursed_on)
     order by l.id`,
    [userId, loanId, fromOn],
  );
}

/** Whether a borrower did not perform on some day since. Rule: LEND-D2. */
export async function wasNpa(tx: Tx, userId: string, fromOn: BusinessDate): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from dpd_log where user_id = $1 and business_on >= $2 and is_active and class = 'NPA' limit 1`,
    [userId, fromOn],
  );
  return rows.length > 0;
}

/** Days up to one know no late charge that did not stand on them before. Rule: LEND-W7. */
export async function levyNothingNew(
  tx: Tx,
  userId: string,
  loanIds: readonly string[],
  throughOn: BusinessDate,
): Promise<void> {
  await tx.call(
    `update loans set no_new_penal_through_on = greatest(no_new_penal_through_on, $3) where user_id = $1 and id = any ($2::uuid[])`,
    [userId, loanIds, throughOn],
  );
}
