-- What:  what became of each mail and SMS to a person.
-- Why:   "it never came" is answered by looking, by staff and by the person themselves.
-- Locks: a new table.
-- Safe while the old version runs: yes, what it sends is not listed.
-- Up Migration

-- Neither address nor text: which text it was, when, and how it ended.
create table deliveries (
  user_id uuid not null,
  id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  template text not null,
  status text not null default 'queued'
    check (status in ('queued', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
  tries integer not null default 0 check (tries >= 0),
  reason text,
  -- The provider's name of the message.
  provider_ref text,
  queued_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id),
  check ((status = 'queued') = (settled_at is null))
);
create index deliveries_newest on deliveries (user_id, queued_at desc, id desc);
create index deliveries_by_provider on deliveries (provider_ref) where provider_ref is not null;
create index deliveries_old on deliveries (queued_at);
select protect_user_table('deliveries');
select open_to_staff('deliveries');
grant select on deliveries to mohlat_api, mohlat_staff;
grant select, update, delete on deliveries to mohlat_worker;
