-- What:  counters of what goes to one place outside, over all users.
-- Why:   many accounts together must not send one bank account more rupees than any of them may.
-- Locks: new table only.
-- Safe while the old version runs: yes.
-- Up Migration

-- The hash is keyed and of the place alone: nothing here leads to a person.
create table target_counters (
  kind text not null,
  target_hash bytea not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (kind, target_hash)
);
create index target_counters_by_age on target_counters (window_start);
grant select, insert, update, delete on target_counters to mohlat_worker;
