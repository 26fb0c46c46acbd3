-- What:  how each process sees the circuits of its calls, and when it last said so.
-- Why:   one row for all processes stood as open after the trouble, wherever the process that wrote it had ended.
-- Locks: none, the table is new.
-- Safe while the old version runs: yes, it writes and reads provider_circuits, as before.
-- Up Migration

create table circuit_states (
  process uuid not null,
  name text not null,
  state text not null check (state in ('closed', 'half_open', 'open')),
  since timestamptz not null,
  -- Renewed while it is not closed; of a process that ended it grows old, and counts no more.
  seen_at timestamptz not null,
  primary key (process, name)
);
alter table circuit_states enable row level security;
create policy all_rows on circuit_states to mohlat_worker using (true) with check (true);
grant select, insert, update, delete on circuit_states to mohlat_worker;
