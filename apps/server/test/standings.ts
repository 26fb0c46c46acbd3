import { type Standing, standingOn } from '@mohlat/lending';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import type pg from 'pg';

interface Facts {
  readonly disbursedOn: BusinessDate;
  readonly closedThroughOn: BusinessDate;
  /** Its last close, days that brought nothing to write included. */
  readonly lastCloseOn: BusinessDate;
  readonly standings: readonly Standing[];
}

async function factsOf(sql: pg.Pool, loanId: string): Promise<Facts> {
  const { rows } = await sql.query<Facts>(
    `select l.disbursed_on::text as "disbursedOn", d.closed_through_on::text as "closedThroughOn",
       loan_closed_through(d.closed_through_on, d.next_on)::text as "lastCloseOn", coalesce((
         select json_agg(json_build_object('on', g.business_on, 'dpd', g.dpd, 'class', g.class) order by g.business_on)
         from dpd_log g where g.user_id = l.user_id and g.loan_id = l.id and g.is_active), '[]') as standings
     from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id where l.id = $1`,
    [loanId],
  );
  return rows[0]!;
}

/** The standing of a loan by its facts, at its last close or on a day. */
export async function standingAt(sql: pg.Pool, loanId: string, day?: string): Promise<Standing | undefined> {
  const facts = await factsOf(sql, loanId);
  return standingOn(facts, day === undefined ? facts.lastCloseOn : businessDate(day));
}

/** The same of each day through the last one that is written. */
export async function standingsOf(sql: pg.Pool, loanId: string): Promise<Standing[]> {
  const facts = await factsOf(sql, loanId);
  const days: Standing[] = [];
  for (let on = facts.disbursedOn; on <= facts.closedThroughOn; on = addDays(on, 1)) {
    const stands = standingOn(facts, on);
    if (stands) days.push(stands);
  }
  return days;
}
