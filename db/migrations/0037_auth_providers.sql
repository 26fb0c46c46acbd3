-- What:  sign-ins under way at another provider; what that provider gave, kept until the code is exchanged; an index for
--        the list of accounts.
-- Why:   people sign in with an account they have elsewhere (OpenID Connect), and link one to the account they have here.
-- Locks: a new table; a column without a rewrite; an index over auth.users, which blocks sign-ups while it is built.
-- Safe while the old version runs: yes.
-- Up Migration

-- The id is the `state` that goes out and has to come back; verifier and nonce are made of it and the key of the hashes.
create table auth.provider_flows (
  id uuid primary key,
  provider text not null,
  -- Where the person wants to be led; checked again before they are.
  target text not null,
  challenge text,
  challenge_method text check (challenge_method in ('s256', 'plain')),
  -- Set where the account elsewhere is to be linked to this one.
  linking_user_id uuid references auth.users (id) on delete cascade,
  consumed_at timestamptz,
  created_at timestamptz not null,
  check ((challenge is null) = (challenge_method is null))
);
create index provider_flows_created_idx on auth.provider_flows (created_at);
create index provider_flows_linking_idx on auth.provider_flows (linking_user_id) where linking_user_id is not null;

alter table auth.flow_states add column provider text, add column provider_tokens_sealed bytea;
create index users_created_idx on auth.users (created_at, id);

grant select, insert, update, delete on auth.provider_flows to mohlat_auth;
