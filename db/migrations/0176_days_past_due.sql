-- What:  how many days a borrower is past due, beside where their credit stands; and the shape in which both come to be written.
-- Why:   where credit stands was decided by a function of SQL and by a rule of TypeScript. The rule decides now (decision 081), and
--        what lists ask for is a figure that is written down with it.
-- Locks: credit_accounts for a moment, for a column with a constant default; then its few rows that are held, for the first figure.
-- Safe while the old version runs: yes. It asks the function of the same name, which answers this column, and has people settled by
--        a job of this version (db/functions/settle_standing.sql).
-- Up Migration

alter table credit_accounts add column days_past_due integer not null default 0 check (days_past_due >= 0);
grant update (days_past_due) on credit_accounts to mohlat_api;

create type credit_settled as (user_id uuid, state text, hold text, days_past_due integer);

do $$ begin
  if to_regprocedure('days_past_due(uuid)') is not null then
    execute $sql$
      update credit_accounts set days_past_due = days_past_due(user_id)
      where state in ('blocked_due', 'suspended', 'revoked')$sql$;
  end if;
end $$;
