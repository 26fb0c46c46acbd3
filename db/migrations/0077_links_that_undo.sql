-- What:  links by which the owner of an account takes back what a stranger changed, and the mark of an account whose owner
--        did; whether that account may borrow is asked by accept_payment (auth.is_guarded).
-- Why:   a notice of a change named the help page: nothing stopped whoever had the session until support answered.
-- Locks: a new table; columns without a rewrite.
-- Safe while the old version runs: yes, it sends no such links and does not look at the mark.
-- Up Migration

-- Since when an account waits for its owner, who used such a link; null when they are back.
alter table auth.users add column guarded_at timestamptz;

create table auth.undo_links (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  -- The factor or identity that was added, if it was one.
  added_id uuid,
  -- How the account could be reached before the change.
  email text,
  phone text,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create unique index undo_links_token_key on auth.undo_links (token_hash);
grant select, insert, update, delete on auth.undo_links to mohlat_auth;

-- When a set of recovery codes was last made: what was made since a change goes with it.
alter table auth.factors add column codes_made_at timestamptz;

-- auth.is_guarded: whether the account this transaction acts for waits for its owner.
create function auth.is_guarded(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select u.guarded_at is not null from auth.users u where u.id = p_user and p_user = public.app_user_id()
  ), false)
$$;
revoke all on function auth.is_guarded(uuid) from public;
grant execute on function auth.is_guarded(uuid) to mohlat_api, mohlat_worker;
