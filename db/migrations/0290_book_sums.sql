-- What:  the sums of the whole book by month, state and bucket of arrears, as a worker last added them up, and when.
-- Why:   the overview of staff summed postings, and left out the interest that loans earned since it was posted last; adding it takes
--        each loan through packages/lending, which for a large book is work for a job and not for a page.
-- Locks: two new tables.
-- Safe while the old version runs: yes; it neither reads nor writes them.
-- Up Migration

create table book_sums (
  month text not null,
  status text not null,
  bucket text not null,
  loans integer not null,
  -- What is owed by part, and of it what has fallen due; charges are due from the day they are levied.
  principal_paise bigint not null,
  fee_paise bigint not null,
  interest_paise bigint not null,
  charges_paise bigint not null,
  due_principal_paise bigint not null,
  due_fee_paise bigint not null,
  due_interest_paise bigint not null,
  -- Income that is earned and not posted.
  earned_paise bigint not null,
  primary key (month, status, bucket)
);
grant select, insert, delete on book_sums to mohlat_worker;

-- When that was, and how long it took.
create table book_sums_look (
  is_only boolean primary key default true check (is_only),
  as_of timestamptz,
  took_ms integer not null default 0
);
insert into book_sums_look default values;
grant select, update on book_sums_look to mohlat_worker;
