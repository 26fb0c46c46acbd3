-- What:  when the newest base copy of the database was made, as its backup says.
-- Why:   no Prometheus reads the folder of the backup, and nothing told that its copies had ended.
-- Locks: none, the table is new.
-- Safe while the old version runs: yes. It knows nothing of it.
-- Up Migration

create table base_copies (
  is_only boolean not null default true constraint base_copies_pkey primary key constraint base_copies_is_only check (is_only),
  -- Before the first copy: since when there is a backup.
  newest_at timestamptz not null
);
grant select on base_copies to mohlat_worker;
