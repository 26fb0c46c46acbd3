-- What:  accounts, their identities, sessions, one-time codes and sign-in flows, in a schema of their own.
-- Why:   the auth server; the product's roles reach it through two functions only (db/functions/auth_session.sql).
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create schema auth;
revoke all on schema auth from public;
-- The product's roles may name what lies here, which they need to call the two functions; no table is granted.
grant usage on schema auth to mohlat_auth, mohlat_api, mohlat_worker;

create table auth.users (
  id uuid primary key,
  audience text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (email = lower(email) and length(email) <= 255),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  password_hash text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  -- A change of address waits here until the codes sent for it came back.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  email_change_sent_at timestamptz,
  email_change_accepted_count smallint not null default 0 check (email_change_accepted_count in (0, 1)),
  new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  phone_change_sent_at timestamptz,
  app_metadata jsonb not null default '{}' check (jsonb_typeof(app_metadata) = 'object'),
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  is_anonymous boolean not null default false,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on auth.users (email);
create unique index users_phone_key on auth.users (phone);
create index users_new_email_idx on auth.users (new_email) where new_email is not null;
create index users_new_phone_idx on auth.users (new_phone) where new_phone is not null;

-- How somebody proves to be the user: by an address here, or by an account elsewhere.
create table auth.identities (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  provider text not null,
  provider_subject text not null,
  identity_data jsonb not null check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index identities_provider_key on auth.identities (provider, provider_subject);

-- A session ends by its row going away. Refresh tokens are made from the sealed key and the counter; none is stored.
create table auth.sessions (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- Ways of authentication, most recent first: [{"method": text, "timestamp": seconds}].
  amr jsonb not null check (jsonb_typeof(amr) = 'array'),
  refresh_key_sealed bytea not null,
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  refreshed_at timestamptz,
  not_after timestamptz,
  user_agent text,
  ip inet,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- One live code a kind and user. Only a hash of a keyed hash is here: neither the code nor the link can be made of it.
create table auth.one_time_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'sms', 'phone_change', 'reauthentication'
  )),
  address text not null,
  token_hash bytea not null,
  is_pkce boolean not null,
  -- The password of a never-confirmed account may be a stranger's: it goes when somebody proves the address by this code.
  drops_password boolean not null default false,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);
create unique index one_time_codes_token_key on auth.one_time_codes (token_hash);

-- Sign-ins begun with a challenge: the code handed out when the mail's link is opened is exchanged against the verifier.
create table auth.flow_states (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  method text not null,
  challenge text not null,
  challenge_method text not null check (challenge_method in ('s256', 'plain')),
  code_hash bytea,
  issued_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index flow_states_code_key on auth.flow_states (code_hash);

-- Messages that went to a number, by its keyed hash, whoever asked: the ground of the limits for a number.
create table auth.sms_sent (
  phone_hash bytea not null,
  sent_at timestamptz not null,
  id uuid not null default new_id(),
  primary key (phone_hash, sent_at, id)
);

-- What happened to an account, for the person who has to explain it later.
create table auth.events (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null default new_id(),
  what text not null,
  session_id uuid,
  ip inet,
  at timestamptz not null,
  primary key (user_id, id)
);

-- Calls counted by client address; shape and clock are the limiter library's own.
create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

grant select, insert, update, delete on
  auth.users, auth.identities, auth.sessions, auth.one_time_codes, auth.flow_states, auth.sms_sent, auth.rate_limits
  to mohlat_auth;
grant select, insert on auth.events to mohlat_auth;
