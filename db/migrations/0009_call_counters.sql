-- What:  counters of calls that cost money at a provider, per user and kind.
-- Why:   a person (or a stolen session) must not be able to run up bills at issuer, bureau and bill network.
-- Locks: new table only.
-- Safe while the old version runs: yes.
-- Up Migration

create table call_counters (
  user_id uuid not null,
  kind text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (user_id, kind)
);
select protect_user_table('call_counters');
grant select, insert, update on call_counters to mohlat_api, mohlat_worker;
