-- What:  networks on which somebody proved a number by a code, for ninety days.
-- Why:   strangers anywhere used up the messages of the whole installation in an hour, and with them everybody's sign-up.
-- Locks: a new table.
-- Safe while the old version runs: yes, it notes no network and goes by one share for all strangers.
-- Up Migration

create table auth.proven_networks (
  -- Keyed: it says no address, and nothing of a person.
  network_hash bytea primary key,
  proven_at timestamptz not null
);
create index proven_networks_at on auth.proven_networks (proven_at);
grant select, insert, update, delete on auth.proven_networks to mohlat_auth;
