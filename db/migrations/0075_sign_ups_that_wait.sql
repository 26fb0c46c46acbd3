-- What:  sign-ups that wait for the proof of their address, each with its own code, password and words.
-- Why:   the first to type an address chose the password of its account, whoever proved the address later.
-- Locks: a new table only.
-- Safe while the old version runs: yes. It neither reads nor writes here: an account begun by the new version and confirmed
--        by the old one has no password until its owner chooses one; one begun by the old version keeps its password only
--        if the old version confirms it.
-- Up Migration

create table auth.sign_ups (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  -- Who vouches for it: email, phone, or the name of a provider that did not look at the address.
  provider text not null,
  kind text not null check (kind in ('confirmation', 'sms')),
  address text not null,
  token_hash bytea not null,
  is_pkce boolean not null,
  password_hash text,
  -- The account was made for it, and for nobody before.
  made_account boolean not null,
  user_metadata jsonb not null check (jsonb_typeof(user_metadata) = 'object'),
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index sign_ups_token_idx on auth.sign_ups (token_hash);
grant select, insert, update, delete on auth.sign_ups to mohlat_auth;
