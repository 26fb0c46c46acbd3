-- What:  the tables of the auth server: accounts, identities, sessions, codes, factors, flows, and what bounds guessing.
-- Why:   a product begins with this file alone. One that had these tables before marks it as done (see README.md).
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create schema if not exists auth;
revoke all on schema auth from public;

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
  invited_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  -- Since when the account waits for its owner, who took a stranger's change back; null when they are here.
  guarded_at timestamptz,
  deleted_at timestamptz,
  -- A soft-deleted account shows keyed hashes in place of its contacts.
  is_restorable boolean not null default false,
  deleted_email_hash bytea,
  deleted_phone_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on auth.users (email);
create unique index users_phone_key on auth.users (phone);
create index users_new_email_idx on auth.users (new_email) where new_email is not null;
create index users_new_phone_idx on auth.users (new_phone) where new_phone is not null;
create index users_created_idx on auth.users (created_at, id);
create index users_unproven_idx on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null and deleted_at is null;

-- The proofs that somebody is the user: an address here, or an account elsewhere.
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
  -- The factor by which the session is aal2; it is so no longer when the factor goes.
  factor_id uuid,
  refresh_key_sealed bytea not null,
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  refreshed_at timestamptz,
  not_after timestamptz,
  -- Set where the session began by the recovery of an account, whose owner does not know the present password.
  recovers_until timestamptz,
  -- Wrong recovery codes.
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  wrong_code_at timestamptz,
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
  -- The token_hash that stands for a long code; beside another token_hash it means nothing.
  long_hash bytea,
  is_pkce boolean not null,
  -- The password of a never-confirmed account may be a stranger's: it goes when somebody proves the address by this code.
  drops_password boolean not null default false,
  drops_password_until timestamptz,
  -- Wrong tries: of those who did not ask for the code, of those who did, and of devices the account knows.
  wrong_tries integer not null default 0,
  tries_from timestamptz not null default now(),
  asked_by_hash bytea,
  asker_tries integer not null default 0,
  asker_tries_from timestamptz,
  known_tries integer not null default 0,
  known_tries_from timestamptz,
  -- How often the code of a change of contact was sent again without a session.
  resent_count smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);
create unique index one_time_codes_token_key on auth.one_time_codes (token_hash);

-- Wrong codes typed for an account, counted over all its codes for thirty days.
create table auth.code_tries (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  -- Counted apart: devices the account knows, others who asked for the code they try, others who did not.
  triers text not null check (triers in ('known', 'askers', 'others')),
  wrong integer not null check (wrong >= 0),
  long_wrong integer not null default 0 check (long_wrong >= 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, kind, triers)
);
create index code_tries_since on auth.code_tries (since);

-- Sign-ups that wait for the proof of their address, each with its own code, password and words.
create table auth.sign_ups (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  -- The voucher for it: email, phone, or the name of a provider that did not look at the address.
  provider text not null,
  kind text not null check (kind in ('confirmation', 'sms')),
  address text not null,
  token_hash bytea not null,
  long_hash bytea,
  asked_by_hash bytea,
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

-- Sign-ins begun with a challenge: the code handed out when the mail's link is opened is exchanged against the verifier.
create table auth.flow_states (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  method text not null,
  challenge text not null,
  challenge_method text not null check (challenge_method in ('s256', 'plain')),
  code_hash bytea,
  provider text,
  provider_tokens_sealed bytea,
  -- The account elsewhere that waits to be linked, and the session that asked for it.
  identity_sealed bytea,
  linking_session_id uuid,
  issued_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index flow_states_code_key on auth.flow_states (code_hash);

-- Sign-ins under way at another provider. The id is the `state` that goes out and has to come back; verifier and nonce are
-- made of it and the key of the hashes.
create table auth.provider_flows (
  id uuid primary key,
  provider text not null,
  -- Where the person wants to be led; checked again before they are.
  target text not null,
  challenge text,
  challenge_method text check (challenge_method in ('s256', 'plain')),
  -- Set where the account elsewhere is to be linked to this one, asked by this session.
  linking_user_id uuid references auth.users (id) on delete cascade,
  linking_session_id uuid,
  consumed_at timestamptz,
  created_at timestamptz not null,
  check ((challenge is null) = (challenge_method is null))
);
create index provider_flows_created_idx on auth.provider_flows (created_at);
create index provider_flows_linking_idx on auth.provider_flows (linking_user_id) where linking_user_id is not null;

create table auth.factors (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text not null default '' check (length(friendly_name) <= 200),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- The authenticator's shared secret.
  secret_sealed bytea,
  -- The last period of thirty seconds whose code signed somebody in: a code counts once.
  last_step bigint,
  -- {id, publicKey, counter, transports, aaguid}; the public half of a passkey.
  credential jsonb,
  -- The unused recovery codes of a set, each as a hash of a keyed hash, and the time when the set was last made.
  code_hashes bytea[],
  codes_made_at timestamptz,
  -- The session that enrolled it, to which it proves nothing.
  enrolled_in uuid,
  wrong_tries integer not null default 0,
  tries_from timestamptz,
  last_challenged_at timestamptz,
  -- Refused answers since `refused_from`, which is a day ago at most; a right one in between takes none back.
  refused_count integer not null default 0 check (refused_count >= 0),
  refused_from timestamptz,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  check ((factor_type = 'totp') = (secret_sealed is not null)),
  check ((factor_type = 'phone') = (phone is not null)),
  check ((factor_type = 'recovery_code') = (code_hashes is not null)),
  check (factor_type <> 'webauthn' or status = 'unverified' or credential is not null)
);
create unique index factors_name_key on auth.factors (user_id, friendly_name) where friendly_name <> '';
create unique index factors_credential_key on auth.factors ((credential ->> 'id')) where credential is not null;
create unique index factors_recovery_key on auth.factors (user_id) where factor_type = 'recovery_code';

create table auth.factor_challenges (
  user_id uuid not null,
  id uuid not null,
  factor_id uuid not null,
  ip inet,
  -- Hash of a keyed hash of a code by SMS.
  code_hash bytea,
  -- The challenge a passkey has to sign.
  webauthn_challenge text,
  expires_at timestamptz not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, factor_id) references auth.factors (user_id, id) on delete cascade
);
create index factor_challenges_factor_idx on auth.factor_challenges (user_id, factor_id);

-- Links by which the owner of an account takes back what a stranger changed.
create table auth.undo_links (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  -- The factor or identity that was added, if it was one.
  added_id uuid,
  -- The contacts of the account before the change.
  email text,
  phone text,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create unique index undo_links_token_key on auth.undo_links (token_hash);

-- The events of an account, for the person who has to explain it later.
create table auth.events (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  what text not null,
  session_id uuid,
  ip inet,
  at timestamptz not null,
  -- The number of times it happened on that day, and the latest of them; `at` is the first time.
  times integer not null default 1 check (times > 0),
  last_at timestamptz,
  -- The day, in UTC, of an event that is counted; null where every one has a row of its own.
  counted_on date,
  -- The name a browser gives itself, as a keyed hash of its own for each account; and its name in words people know.
  device_hash bytea,
  device text,
  primary key (user_id, id)
);
create unique index events_counted_key on auth.events (user_id, what, counted_on, session_id)
  nulls not distinct where counted_on is not null;

-- Messages that went to an address or number, by its keyed hash, whoever asked: the ground of the limits.
create table auth.sms_sent (
  phone_hash bytea not null,
  sent_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  primary key (phone_hash, sent_at, id)
);
create table auth.mails_sent (
  address_hash bytea not null,
  sent_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  primary key (address_hash, sent_at, id)
);
create table auth.sms_hours (
  hour timestamptz primary key,
  sent integer not null,
  -- Those of them that were asked for on networks where nobody proved a number.
  sent_unproven integer not null default 0,
  -- Security notices, which are none of `sent`.
  notices integer not null default 0
);
-- Networks on which somebody proved a number, for ninety days. Keyed: it says no address, and nothing of a person.
create table auth.proven_networks (
  network_hash bytea primary key,
  number_hash bytea,
  proven_at timestamptz not null
);
create index proven_networks_at on auth.proven_networks (proven_at);
create index proven_networks_number on auth.proven_networks (number_hash);

-- Wrong passwords, by the keyed hash of the address and of who gave them.
create table auth.password_tries (
  key_hash bytea primary key,
  wrong integer not null,
  last_at timestamptz not null
);
create index password_tries_last_at_idx on auth.password_tries (last_at);

-- Calls counted by client address; shape and clock are the limiter library's own.
create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
