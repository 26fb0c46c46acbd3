import type pg from 'pg';

/** The day that is closed; loans began up to a month before. */
export const CLOSED_DAY = '2026-06-30';

/**
 * Open loans of three instalments each, one a person: a thirtieth falls due the next day, a tenth is late. Written
 * straight into the tables, as the product would have left them the evening before.
 */
export async function fillLoans(sql: pg.Pool, loans: number): Promise<void> {
  const client = await sql.connect();
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  // Every tenth began five weeks earlier and has not paid its first instalment.
  const began = `(date '${CLOSED_DAY}' - (n % 30)::integer - case when n % 10 = 0 then 35 else 0 end)`;
  const numbers = `generate_series(0, ${loans - 1}) as n`;
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
       insert into loan_days (user_id, loan_id, closed_through_on)
         select ${id(1)}, ${id(2)}, date '${CLOSED_DAY}' - 1 from ${numbers};
       insert into instalments (user_id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise, is_demanded)
         select ${id(1)}, ${id(2)}, 1, k, (${began} + make_interval(months => k - 1))::date, (${began} + make_interval(months => k))::date,
           490000 + 5000 * k, 10000, 20000 - 5000 * k, (${began} + make_interval(months => k))::date <= date '${CLOSED_DAY}'
         from ${numbers}, generate_series(1, 3) as k;
       insert into account_balances (user_id, account, loan_id, balance_paise)
         select ${id(1)}, account, ${id(2)}, amount from ${numbers},
           (values ('A200', 1500000), ('A202', 30000), ('A210', 100)) as kept(account, amount)`,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await sql.query('vacuum analyze');
  await sql.query('checkpoint');
}
