import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

/*
 * Bills paid of each month. What was booked on a summed day is counted once and kept: nothing is posted on it any more (LEND-B6).
 */

export interface Month {
  readonly month: string;
  readonly loans: number;
  readonly paise: number;
}

/** Loans booked on days of posting, by the month of their bill. */
const BOOKED = `select to_char(l.disbursed_on, 'YYYY-MM') as month, count(*)::integer as loans, sum(p.amount_paise)::bigint as paise
  from journals j
  join loans l on l.user_id = j.user_id and l.id = j.loan_id
  join payments p on p.user_id = l.user_id and p.id = l.id
  where j.source_kind = 'loan_booked' and j.posting_on = any ($1::date[]) group by 1`;

/** Bills paid of each month, also those that are repaid by now; the newest months. */
export async function listMonths(tx: Tx, count: number): Promise<Month[]> {
  // By their names: a plan for days that are not known would read all loans.
  const open = await tx.call<{ day: BusinessDate }>(
    'select day_on as day from business_days where months_at is null order by day_on',
  );
  const days = open.map(({ day }) => day);
  const kept = await tx.call<Month & Record<string, unknown>>(
    `select month, sum(loans)::integer as loans, sum(paise)::bigint as paise from loan_months
     where day_on <> all ($1::date[]) group by month`,
    [days],
  );
  const booked = await tx.call<Month & Record<string, unknown>>(BOOKED, [days]);
  const months = [...Map.groupBy([...kept, ...booked], ({ month }) => month)].map(([month, parts]) => ({
    month,
    loans: parts.reduce((sum, { loans }) => sum + loans, 0),
    paise: parts.reduce((sum, { paise }) => sum + paise, 0),
  }));
  return months.toSorted((a, b) => (a.month < b.month ? 1 : -1)).slice(0, count);
}

/** Counts the loans of the oldest summed day that are not counted yet; false where there is none. Locks: the day's row. */
export async function countMonths(tx: Tx, now: Date): Promise<boolean> {
  const [due] = await tx.call<{ day: BusinessDate }>(
    `select day_on as day from business_days where summed_at is not null and months_at is null
     order by day_on limit 1 for update skip locked`,
  );
  if (!due) return false;
  const booked = await tx.call<Month & Record<string, unknown>>(BOOKED, [[due.day]]);
  await tx.call(
    `insert into loan_months (day_on, month, loans, paise)
     select $1, month, loans, paise from jsonb_to_recordset($2::jsonb) as x(month text, loans integer, paise bigint)`,
    [due.day, JSON.stringify(booked)],
  );
  await tx.call('update business_days set months_at = $2 where day_on = $1', [due.day, now]);
  return true;
}
