-- What:  counted events of sign-in, one row a day; the account elsewhere that waits to be linked, and the session that
--        asked for it.
-- Why:   refreshes and wrong passwords leave a trace too, and whoever repeats them must not fill the table; a link is made
--        when the browser that asked for it shows its verifier, so that a call-back in another browser links nothing.
-- Locks: columns without a rewrite; an index over no rows yet.
-- Safe while the old version runs: yes.
-- Up Migration

alter table auth.events
  -- How often it happened on that day, and when last; `at` is the first time.
  add column times integer not null default 1 check (times > 0),
  add column last_at timestamptz,
  -- The day, in UTC, of an event that is counted; null where every one has a row of its own.
  add column counted_on date;
create unique index events_counted_key on auth.events (user_id, what, counted_on, session_id)
  nulls not distinct where counted_on is not null;
grant update (times, last_at, ip) on auth.events to mohlat_auth;

alter table auth.provider_flows add column linking_session_id uuid;
alter table auth.flow_states add column linking_session_id uuid, add column identity_sealed bytea;
