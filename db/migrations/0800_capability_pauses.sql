-- What:  when payments of bills, or debits, were paused, by whom and why, and when they began again.
-- Why:   whoever saw the rail pay wrongly had no way to stop it but to say that its float was short (LEND-18, decision 180).
-- Locks: a new table.
-- Safe while the old version runs: yes; the database refuses its acceptances too, and what it has accepted it still sends.
-- Up Migration

-- Read by every acceptance and locked by none. A pause that ended stays: the table is its own history.
create table capability_pauses (
  id uuid primary key,
  capability text not null check (capability in ('bill_payments', 'debits')),
  started_at timestamptz not null,
  started_by uuid not null,
  reason text not null,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text,
  check (num_nulls(ended_at, ended_by, end_reason) in (0, 3))
);
create unique index capability_pauses_one_open on capability_pauses (capability) where ended_at is null;
grant select on capability_pauses to mohlat_api, mohlat_worker;
grant insert on capability_pauses to mohlat_worker;
grant update (ended_at, ended_by, end_reason) on capability_pauses to mohlat_worker;
