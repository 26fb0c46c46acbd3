-- claim_identity: claims a PAN for the transaction's user. True when it is theirs (now or before), false when another
-- account holds it. A claim that was released may be taken over; taken again by the same account it holds again.
-- Rule: LEND-D10.
create or replace function claim_identity(p_pan_hash bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  holder uuid;
begin
  insert into identity_claims as c (pan_hash, claimed_by, at) values (p_pan_hash, app_user_id(), p_now)
  on conflict (pan_hash) do update set claimed_by = excluded.claimed_by, at = excluded.at, released_at = null
    where c.released_at <= p_now or c.released_at is not null and c.claimed_by = excluded.claimed_by;
  select claimed_by into holder from identity_claims where pan_hash = p_pan_hash;
  return holder = app_user_id();
end $$;
revoke all on function claim_identity(bytea, timestamptz) from public;
grant execute on function claim_identity(bytea, timestamptz) to mohlat_api, mohlat_worker;

-- release_identity: the claims of the transaction's user give way to another account's from a moment on. The keyed
-- hashes stay. Rule: LEND-24.
create or replace function release_identity(p_from timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update identity_claims set released_at = p_from where claimed_by = app_user_id()
$$;
revoke all on function release_identity(timestamptz) from public;
grant execute on function release_identity(timestamptz) to mohlat_api, mohlat_worker;

-- release_identities: the same for several people, by the worker.
create or replace function release_identities(p_users uuid[], p_from timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update identity_claims set released_at = p_from where claimed_by = any (p_users)
$$;
revoke all on function release_identities(uuid[], timestamptz) from public;
grant execute on function release_identities(uuid[], timestamptz) to mohlat_worker;
