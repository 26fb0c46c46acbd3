-- What:  when this database was put back to an earlier instant, and to which.
-- Why:   what the rails did after that instant is known to them alone; staff had no page that says for which days that is so.
-- Locks: none; a new table.
-- Safe while the old version runs: yes; it knows nothing of the table.
-- Up Migration

-- Written by the command that restores, under the owner's login: no process of the product writes here.
create table restores (
  id uuid primary key default new_id(),
  restored_at timestamptz not null,
  -- The newest transaction that is there.
  through_at timestamptz not null check (through_at <= restored_at),
  -- When the base copy was finished that it was made from; null where the database's own means were used.
  copy_at timestamptz
);
grant select on restores to mohlat_staff;
alter table restores enable row level security;
create policy staff_reads on restores for select to mohlat_staff using (app_staff_id() is not null);
