-- What:  applied_versions notes which versions of the product have laid the schema; the worker reads it, the migrations and the key ring.
-- Why:   a process that has no owner's address cannot lay the schema. It looks whether its own version, or a newer one, has been laid, and
--        opens the key ring, under the worker's login.
-- Locks: a new table; grants.
-- Safe while the old version runs: yes, it knows nothing of it.
-- Up Migration

-- A version is known by what it lays (see apps/server/src/platform/db/laid.ts). One that is laid again is the last.
create table applied_versions (
  version text primary key,
  nth bigint not null unique generated always as identity,
  laid_at timestamptz not null default now()
);
grant select on applied_versions, schema_migrations to mohlat_worker;
-- Sealed by the master key, which the database does not have.
grant select (purpose, key_sealed) on key_ring to mohlat_worker;
