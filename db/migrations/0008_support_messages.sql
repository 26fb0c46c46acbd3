-- What:  messages to the support team, and a table in which calls of open endpoints are counted.
-- Why:   a visitor may write without an account, so a message belongs to its ticket and not to a user.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table support_messages (
  ticket text primary key,
  name_sealed bytea not null,
  email_sealed bytea not null,
  subject_sealed bytea not null,
  message_sealed bytea not null,
  created_at timestamptz not null
);
create index support_messages_newest on support_messages (created_at desc);
-- The API takes messages in and cannot read them back; of the ticket it may see only that it is taken.
grant insert, select (ticket) on support_messages to mohlat_api;
grant select on support_messages to mohlat_worker;

-- Shape and clock are the limiter library's own; what a crash forgets here is only a count.
create unlogged table call_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on call_counts to mohlat_api;
