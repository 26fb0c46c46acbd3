-- What:  second factors of sign-in (authenticator app, number, passkey), recovery codes, their challenges; the factor that
--        raised a session; where an account was invited.
-- Why:   a password alone opened everything, and staff could not reach the level their door asks for.
-- Locks: new tables; columns without a rewrite.
-- Safe while the old version runs: yes.
-- Up Migration

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
  -- What is left of a set of recovery codes, each as a hash of a keyed hash.
  code_hashes bytea[],
  wrong_tries integer not null default 0,
  tries_from timestamptz,
  last_challenged_at timestamptz,
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
  -- Of a code by SMS: a hash of a keyed hash.
  code_hash bytea,
  -- What a passkey has to sign.
  webauthn_challenge text,
  expires_at timestamptz not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, factor_id) references auth.factors (user_id, id) on delete cascade
);
create index factor_challenges_factor_idx on auth.factor_challenges (user_id, factor_id);

-- The factor by which a session is aal2; it is so no longer when the factor goes.
alter table auth.sessions add column factor_id uuid;
alter table auth.users add column invited_at timestamptz;

grant select, insert, update, delete on auth.factors, auth.factor_challenges to mohlat_auth;
