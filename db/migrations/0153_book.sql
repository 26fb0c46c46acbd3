-- What:  a version of what is known of a borrower, and the shapes in which decided changes of rows come (decision 086).
-- Why:   the close of a day is decided outside of the database. What is written must have been decided by rows that still stand.
-- Locks: credit_accounts for a moment, for a column with a constant default; each of loans, instalments, charges and allocations
--        against writing, while its triggers are made.
-- Safe while the old version runs: yes. The triggers raise the version whoever writes; everybody who writes these tables holds
--        the borrower's row of credit_accounts by then, so it is no lock more.
-- Up Migration

alter table credit_accounts add column book_version bigint not null default 0;

create function raise_book_version() returns trigger language plpgsql as $$
begin
  update credit_accounts set book_version = book_version + 1 where user_id in (select user_id from changed);
  return null;
end $$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['loans', 'instalments', 'charges', 'allocations'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function raise_book_version()', v_table || '_added', v_table);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function raise_book_version()', v_table || '_changed', v_table);
  end loop;
end $$;

-- Of whom was decided, and by what version of what is known of them.
create type book_known as (user_id uuid, version bigint);

-- One for each kind of `RowChange` (packages/lending/src/decision.ts), with its name and its fields.
create type instalment_demanded as (user_id uuid, loan_id uuid, number integer);
create type earmarks_applied as (user_id uuid, loan_id uuid, number integer);
-- The writer names the row, because a journal is named by it.
create type charge_levied as (
  user_id uuid, id uuid, loan_id uuid, kind text, number integer, late_days integer, levied_on date, overdue_on date,
  amount_paise bigint
);
create type standing_recorded as (user_id uuid, loan_id uuid, "on" date, dpd integer, class text);
create type status_changed as (user_id uuid, loan_id uuid, status text);
create type allowance_set as (user_id uuid, loan_id uuid, amount_paise bigint);
create type hardship_ended as (user_id uuid, loan_id uuid, hardship_id uuid, "on" date);
-- A part for each row.
create type balance_waived as (
  user_id uuid, loan_id uuid, "on" date, number integer, charge_id uuid, component text, amount_paise bigint
);
create type loan_closed as (user_id uuid, loan_id uuid, "on" date);
create type day_closed as (user_id uuid, loan_id uuid, "on" date);
