-- claim_identity: claims a PAN for the transaction's user. True when it is theirs (now or
-- before), false when another account holds it. Rule: LEND-D10.
create or replace function claim_identity(p_pan_hash bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  holder uuid;
begin
  insert into identity_claims (pan_hash, claimed_by, at) values (p_pan_hash, app_user_id(), p_now) on conflict do nothing;
  select claimed_by into holder from identity_claims where pan_hash = p_pan_hash;
  return holder = app_user_id();
end $$;
revoke all on function claim_identity(bytea, timestamptz) from public;
grant execute on function claim_identity(bytea, timestamptz) to mohlat_api, mohlat_worker;
