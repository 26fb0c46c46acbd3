-- What:  who works on a payment now, and whether the rail itself said that it executed one.
-- Why:   two workers of one payment came to two verdicts, and a payment that was sent was called failed; what the rail had
--        said of it stood nowhere, so that the books called themselves clean.
-- Locks: a column without a rewrite on payment_attempts, a short one; the rest is new.
-- Safe while the old version runs: yes, it takes no lease and reads what it read before.
-- Up Migration

-- A lease is taken and given back in statements of their own; after it ends another worker may take it.
create table payment_leases (
  user_id uuid not null,
  payment_id uuid not null,
  holder uuid not null,
  ends_at timestamptz not null,
  primary key (user_id, payment_id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
select protect_user_table('payment_leases');
grant select, insert, update, delete on payment_leases to mohlat_worker;

-- When the rail first answered that it had executed it.
alter table payment_attempts add column executed_at timestamptz;
