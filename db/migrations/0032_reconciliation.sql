-- What:  the rail's list as it was read, and what a difference needs to be followed up: owner, due date, resolution.
-- Why:   every day the rail's list, the payments and the ledger are compared, both ways, to the paisa.
-- Locks: a short exclusive one on reconciliation_breaks while columns are added, a short one on payment_attempts for an
--        index; the rest is new.
-- Safe while the old version runs: yes, its differences take the defaults.
-- Up Migration

-- Whose journals and differences belong to nobody: money at the rail or on the bank's statement that no person's row names.
create function house_id() returns uuid language sql immutable parallel safe as
$$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
grant execute on function house_id() to mohlat_api, mohlat_worker, mohlat_books, mohlat_staff;

-- Rule: LEND-T6. The n-th day after a date on which banks settle: no Sunday, no second or fourth Saturday.
create function working_days_after(p_day date, p_count integer) returns date language sql immutable parallel safe as $$
  select d from (
    select p_day + n as d, row_number() over (order by n) as nth
    from generate_series(1, p_count * 3 + 4) as n
    where extract(isodow from p_day + n) <> 7
      and not (extract(isodow from p_day + n) = 6 and ceil(extract(day from p_day + n) / 7.0) in (2, 4))
  ) days where nth = p_count
$$;

alter table reconciliation_breaks
  add column rail text not null default 'billpay' check (rail in ('billpay', 'razorpay', 'bank')),
  -- What both sides call it, and the day of the list or file it was found in.
  add column reference text,
  add column business_on date,
  add column ours_paise bigint,
  add column theirs_paise bigint,
  add column owner text not null default 'operations' check (owner in ('operations', 'finance', 'engineering')),
  -- Rule: LEND-21. Older than two working days it is raised to whoever is above its owner.
  add column due_on date not null generated always as (working_days_after(ist_date(opened_at), 2)) stored,
  add column escalated_at timestamptz,
  -- Who of the staff cleared it, and what they said; null where it cleared by itself.
  add column resolved_by uuid check (resolved_by <> user_id),
  add column note text,
  add column journal_id uuid,
  add foreign key (user_id, journal_id) references journals (user_id, id);
update reconciliation_breaks set rail = 'razorpay' where repayment_id is not null;
create unique index reconciliation_breaks_once_by_reference on reconciliation_breaks (user_id, rail, kind, reference)
  where resolved_at is null and reference is not null and payment_id is null;
create index reconciliation_breaks_open on reconciliation_breaks (opened_at, id) where resolved_at is null;
create index reconciliation_breaks_newest on reconciliation_breaks (opened_at, id);
create index reconciliation_breaks_by_payment on reconciliation_breaks (user_id, payment_id);
select open_to_staff('reconciliation_breaks');
grant select on reconciliation_breaks to mohlat_staff;

-- Each word of the rail about a payment, once: what it says later is another row.
create table rail_rows (
  user_id uuid not null,
  id uuid not null default new_id(),
  rail text not null check (rail in ('billpay')),
  -- The day whose list it stands in.
  business_on date not null,
  our_reference text not null,
  rail_reference text not null,
  provider_txn text,
  status text not null check (status in ('processing', 'success', 'failure', 'adjusted')),
  refund_status text check (refund_status in ('required', 'requested', 'processed')),
  amount_paise bigint not null,
  occurred_at timestamptz,
  row_hash bytea not null,
  payment_id uuid,
  -- The reading it was last seen in; it counts once such a reading was complete.
  read_id uuid not null,
  first_seen_at timestamptz not null,
  matched_at timestamptz,
  -- How the payment stood then, and what kind of difference that was; null where they agreed.
  matched_as text,
  verdict text,
  primary key (user_id, id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
-- Rule: LEND-C4. Reading a list twice changes nothing.
create unique index rail_rows_once on rail_rows (user_id, rail, row_hash);
create index rail_rows_to_match on rail_rows (read_id) where matched_at is null;
create index rail_rows_by_payment on rail_rows (user_id, payment_id, id desc);
-- A day's attempts are looked for in the day's list.
create index payment_attempts_by_start on payment_attempts (started_at);
create index rail_rows_by_day on rail_rows (rail, business_on);
create index rail_rows_by_reference on rail_rows (our_reference);
select protect_user_table('rail_rows');
grant select, insert, update on rail_rows to mohlat_worker;

-- When a day's list is to be read, and when it was read to its end after it had closed.
create table rail_days (
  rail text not null check (rail in ('billpay')),
  day_on date not null,
  next_read_at timestamptz,
  last_read_at timestamptz,
  closed_read_at timestamptz,
  rows_count integer not null default 0,
  failed_count integer not null default 0,
  primary key (rail, day_on)
);
create index rail_days_due on rail_days (next_read_at) where next_read_at is not null;
grant select, insert, update on rail_days to mohlat_worker;
grant select on rail_days to mohlat_staff;
