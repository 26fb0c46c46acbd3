// Plants breaches of invariants, in SQL of the database's owner; `:user` and `:loan` name the lived-through loan.

export const OPEN_BOOKS =
  'alter table postings disable trigger all; alter table journals disable trigger all;';

/** Takes away the guards of a table that would refuse the breach before an invariant could see it. */
export const unguarded = (table: string, kinds: 'c' | 'f') => `
  do $$ declare guard text; begin
    for guard in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = '${kinds}' loop
      execute format('alter table ${table} drop constraint %I', guard);
    end loop;
  end $$;`;

/** Raises the first posting of an account by a paisa. */
export const raised = (account: string) => `${OPEN_BOOKS}
  update postings set amount_paise = amount_paise + 1 where ctid = (
    select ctid from postings where account = '${account}' and loan_id = :loan order by journal_id, line limit 1);`;

/** A journal of its own, with the given postings `(line, account, amount)`. */
export const journal = (kind: string, lines: string, reversalOf = 'null') => `${OPEN_BOOKS}
  with made as (
    insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at, reversal_of)
    select user_id, '${kind}', new_id(), loan_id, effective_on, posting_on, posted_at, ${reversalOf}
    from journals where source_kind = 'loan_booked' and source_id = :loan returning *)
  insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
  select user_id, id, line, account, loan_id, amount from made, (values ${lines}) as x(line, account, amount);`;

export const BOOKING = `(select id from journals where source_kind = 'loan_booked' and source_id = :loan)`;
export const ofInstalment = (number: number) =>
  `where user_id = :user and loan_id = :loan and is_active and number = ${number};`;
export const MIRROR = `(1, 'A200', -1), (2, 'A110', 1)`;
export const TWICE = `drop index journals_reversed_once; ${journal('unwind', MIRROR, BOOKING).repeat(2)}`;
export const STUCK = `update payment_attempts set executed_at = started_at - interval '3 days' where payment_id in
    (select id from payments where user_id = :user and bill_status = 'submitted');
  insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at) select user_id, id, 'pending_one_day', '{}', now()
  from payments where user_id = :user and bill_status = 'submitted';`;
export const FROZEN = `alter table loan_freezes disable trigger all; insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at,
  word, rail_row_id) select user_id, id, 1, true, disbursed_on, now(), 'refund_required', new_id() from loans where id = :loan;`;

export const AUDITED = `select audit_system(now(), 'system', 'looked', 'loan', :loan, :user, '{}', n::text) from generate_series(1, 3) n;
  alter table audit_log disable trigger all;`;
