-- What:  when the rail's settlement file is read next, and how often in a row it could not be.
-- Why:   while the rail was away every sweep asked for the file anew.
-- Locks: none, the table is new.
-- Safe while the old version runs: yes, it knows none of this.
-- Up Migration

create table settlement_turns (
  provider text primary key,
  -- While it is being read: until when nobody else begins to.
  next_read_at timestamptz not null,
  failed_count integer not null default 0
);
alter table settlement_turns enable row level security;
create policy all_rows on settlement_turns to mohlat_worker using (true) with check (true);
grant select, insert, update on settlement_turns to mohlat_worker;
