-- What:  the next day on which a loan's close writes something; how far the whole book is closed; interest that is accrued and not
--        posted, by day; and the shapes in which the first two come to be written (decision 099).
-- Why:   a day on which nothing happens to a loan wrote three rows and a journal. It writes nothing now.
-- Locks: loan_days, credit_accounts and business_days for a moment, for columns without a default; loan_days against writing while an
--        index is built; loans, instalments, charges, allocations, hardships, loan_freezes and presentations while triggers are made.
-- Safe while the old version runs: yes. Null means "look every day", so what it wrote is looked at. It finds loans that lag behind, and
--        closes their days one by one as it always did.
-- Up Migration

alter table loan_days add column next_on date;
create index loan_days_next on loan_days (coalesce(next_on, '-infinity'), user_id, closed_through_on) where is_open;

-- Every loan is closed through this day that has no next day before it, and is not parked.
alter table business_days add column loans_closed_at timestamptz;
grant update (loans_closed_at) on business_days to mohlat_worker;
update business_days set loans_closed_at = closed_at where closed_at is not null;

-- The day for which days_past_due counts; null of one that an older process wrote.
alter table credit_accounts add column past_due_on date;
grant update (past_due_on) on credit_accounts to mohlat_api;

-- What the kernel found at the beginning of a day's close: interest that open loans earned before the day and nothing posted.
create table accrued_not_posted (
  day_on date not null,
  account text not null references accounts (code),
  amount_paise bigint not null,
  computed_at timestamptz not null,
  primary key (day_on, account)
);
grant select, insert on accrued_not_posted to mohlat_worker;

create type days_closed as (user_id uuid, loan_id uuid, after_on date, through_on date, known_next_on date, next_on date);
create type next_day_set as (user_id uuid, loan_id uuid, known_next_on date, next_on date);

-- book_closed_through: the last day that is closed for the whole book.
create function book_closed_through() returns date language sql stable as $$
  select coalesce(max(day_on), '-infinity') from business_days where loans_closed_at is not null
$$;
grant execute on function book_closed_through() to mohlat_api, mohlat_worker;

-- What becomes of a loan may bring the next day of all its owner's loans closer, whoever writes it: their days are looked at one by one
-- from the last closed one on, which is yesterday for whoever met the loans.
create function look_at_every_day() returns trigger language plpgsql as $$
begin
  update loan_days d set next_on = null where d.next_on is not null and d.user_id in (select user_id from changed);
  return null;
end $$;

-- A new loan, and what is told of one, concern the next close: the first day that is still open.
create function look_at_open_day() returns trigger language plpgsql as $$
begin
  update loan_days d set next_on = book_closed_through() + 1
  where d.is_open and d.next_on > book_closed_through() + 1 and d.user_id in (select user_id from changed);
  return null;
end $$;

do $$
declare
  v_on record;
begin
  for v_on in
    select * from (values
      ('instalments', 'insert', 'look_at_every_day'), ('instalments', 'update', 'look_at_every_day'),
      ('charges', 'insert', 'look_at_every_day'), ('charges', 'update', 'look_at_every_day'),
      ('allocations', 'insert', 'look_at_every_day'), ('allocations', 'update', 'look_at_every_day'),
      ('loans', 'update', 'look_at_every_day'), ('loans', 'insert', 'look_at_open_day'),
      ('hardships', 'insert', 'look_at_open_day'), ('hardships', 'update', 'look_at_open_day'),
      ('loan_freezes', 'insert', 'look_at_open_day'), ('loan_freezes', 'update', 'look_at_open_day')
    ) as t(table_name, event, look)
  loop
    execute format('create trigger %I after %s on %I referencing new table as changed for each statement execute function %I()',
      v_on.table_name || '_looked_at_by_' || v_on.event, v_on.event, v_on.table_name, v_on.look);
  end loop;
end $$;

-- A bank that was asked for a debit owes the answer. Other steps of a debit concern no close.
create function look_at_debit() returns trigger language plpgsql as $$
begin
  update loan_days d set next_on = book_closed_through() + 1
  where d.user_id = new.user_id and d.loan_id = new.loan_id and d.is_open and d.next_on > book_closed_through() + 1;
  return null;
end $$;
create trigger presentations_looked_at after update on presentations for each row
  when (old.answer_by_on is distinct from new.answer_by_on) execute function look_at_debit();

-- Who tells a hardship writes it down as mohlat_api.
grant update (next_on) on loan_days to mohlat_api;
