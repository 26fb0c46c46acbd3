import { codeOf } from '@mohlat/lending';
import type pg from 'pg';
import { addDays, type BusinessDate } from '@mohlat/money';

/**
 * Open loans of three instalments each, one a person, closed through a day: a thirtieth falls due the day after the next, a tenth is
 * late. Written straight into the tables, as a process that looked at each loan every day would have left them.
 */
export async function fillLoans(sql: pg.Pool, loans: number, closedThroughOn: BusinessDate): Promise<void> {
  const client = await sql.connect();
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const closed = `date '${closedThroughOn}'`;
  // Every tenth began five weeks earlier and has not paid its first instalment.
  const began = `(${closed} - (n % 30)::integer - case when n % 10 = 0 then 35 else 0 end)`;
  const dueOn = (k: string) => `(${began} + make_interval(months => ${k}))::date`;
  const numbers = `generate_series(0, ${loans - 1}) as n`;
  const accrued = `(
    select coalesce(sum(round(interest * least(greatest(${closed} + 1 - starts, 0), due - starts)::numeric / (due - starts))), 0)
    from (select 20000 - 5000 * k as interest, ${dueOn('k - 1')} as starts, ${dueOn('k')} as due from generate_series(1, 3) as k) x
    where due > ${closed} + 1)`;
  try {
    await client.query("begin; set local session_replication_role = replica; set local work_mem = '256MB'");
    await client.query(
      `insert into profiles (user_id, created_at, updated_at) select ${id(1)}, now(), now() from ${numbers};
       insert into credit_accounts (user_id, state, limit_paise, used_paise, updated_at)
         select ${id(1)}, 'active', 20000000, 1500000, now() from ${numbers};
       insert into payments (user_id, id, quote_id, card_id, settings_version, amount_paise, service_fee_paise, gst_paise,
           interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, bill_status, accepted_at)
         select ${id(1)}, ${id(2)}, ${id(3)}, ${id(4)}, 1, 1500000, 30000, 4576, 30000, 1560000, 2384, 1175, 'emi', 3, '[]', 'paid',
           ${began} + time '06:00'
         from ${numbers};
       insert into loans (user_id, id, status, disbursed_on) select ${id(1)}, ${id(2)}, 'active', ${began} from ${numbers};
       insert into loan_days (user_id, loan_id, closed_through_on) select ${id(1)}, ${id(2)}, ${closed} from ${numbers};
       insert into instalments (user_id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise, is_demanded)
         select ${id(1)}, ${id(2)}, 1, k, ${dueOn('k - 1')}, ${dueOn('k')},
           490000 + 5000 * k, 10000, 20000 - 5000 * k, ${dueOn('k')} <= ${closed} + 1
         from ${numbers}, generate_series(1, 3) as k;
       insert into dpd_log (user_id, loan_id, business_on, dpd, class)
         select ${id(1)}, ${id(2)}, ${began}, 0, 'STD' from ${numbers}
         union all
         select ${id(1)}, ${id(2)}, day::date, day::date - ${dueOn('1')} + 1,
           case when day::date - ${dueOn('1')} < 30 then 'SMA0' else 'SMA1' end
         from ${numbers}, generate_series(${dueOn('1')}, ${closed}, interval '1 day') as day;
       insert into account_balances (user_id, account, loan_id, balance_paise)
         select ${id(1)}, account, ${id(2)}, amount from ${numbers},
           lateral (values ('${codeOf('PRINCIPAL_NOT_DUE')}', 1500000), ('${codeOf('FEE_NOT_DUE')}', 30000),
             ('${codeOf('INTEREST_ACCRUED')}', ${accrued})) as kept(account, amount)`,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await sql.query('vacuum analyze');
  await sql.query('checkpoint');
}

/** A day in the middle of a month, and its last. */
export const DAYS = ['2026-06-16', '2026-06-30'] as const satisfies readonly string[];

/** The day that the loans are closed through before the first look at each of them. */
export const before = (day: BusinessDate): BusinessDate => addDays(day, -2);
