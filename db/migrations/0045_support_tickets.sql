-- What:  tickets of the support team: state, who has taken them, the account they came from, and what was written since;
--        the page a notification is about.
-- Why:   a request is answered in the product, and whoever asked reads the answer where they asked.
-- Locks: short exclusive ones on support_messages and notifications for columns whose values need no rewriting; the
--        index of the desk's queue is built on a table that is small.
-- Safe while the old version runs: yes, what it writes is an open ticket without an account.
-- Up Migration

alter table support_messages
  add column id uuid not null default new_id(),
  add column status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  add column language text not null default 'en' check (language in ('en', 'hi')),
  -- The member of staff who has taken it.
  add column assigned_to uuid,
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
update support_messages set updated_at = created_at;
alter table support_messages add unique (id);
create index support_messages_queue on support_messages (status, updated_at, id);
grant select (id) on support_messages to mohlat_api;
grant update (status, assigned_to, updated_at, version) on support_messages to mohlat_worker;

-- Which account a ticket was written from; a visitor's has none.
create table support_requests (
  user_id uuid not null,
  id uuid not null references support_messages (id) on delete cascade,
  created_at timestamptz not null,
  -- When its person last looked; an answer written later is news.
  seen_at timestamptz not null,
  primary key (user_id, id)
);
create index support_requests_by_ticket on support_requests (id);
select protect_user_table('support_requests');
grant select, insert on support_requests to mohlat_api;
grant update (seen_at) on support_requests to mohlat_api;
grant select, delete on support_requests to mohlat_worker;

-- What was written after the first message. The API reads and writes here through functions that look whose it is.
create table support_replies (
  message_id uuid not null references support_messages (id) on delete cascade,
  id uuid not null,
  -- Null: the sender.
  written_by uuid,
  text_sealed bytea not null,
  at timestamptz not null,
  primary key (message_id, id)
);
grant select, insert on support_replies to mohlat_worker;
grant update (text_sealed) on support_replies to mohlat_worker;

-- The page a notification is about.
alter table notifications add column link text check (link like '/%' and link not like '//%');
create index notifications_unread on notifications (user_id) where read_at is null;
