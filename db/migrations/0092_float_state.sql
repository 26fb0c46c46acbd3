-- What:  whether the rail's float is short, in one row that a sweep keeps.
-- Why:   payments were accepted while there was no money at the rail to send, and each of them failed with a message of its own.
-- Locks: a new table, and writes to payments wait while a partial index is built.
-- Safe while the old version runs: yes; it accepts as before.
-- Up Migration

-- Read by every acceptance and locked by none: a sweep alone writes it.
create table float_state (
  is_only boolean primary key default true check (is_only),
  -- What the books say is at the rail, less what is accepted and not sent; null where no low-water mark is set.
  balance_paise bigint,
  is_short boolean not null default false,
  since timestamptz,
  looked_at timestamptz,
  told_at timestamptz
);
insert into float_state default values;
grant select on float_state to mohlat_api, mohlat_worker;
grant update on float_state to mohlat_worker;

create index payments_float_short on payments (accepted_at) where failure_reason = 'float_short';
