-- disputes_of: the disputes that may bring a debt of a person back, or have sent their money out twice, and their money. One that
-- waits for staff counts by its difference. Rule: LEND-24, LEND-16 journal 34.
create or replace function disputes_of(p_user_id uuid, out disputes bigint, out disputed_paise bigint)
language plpgsql stable as $$
declare
  v_count bigint;
  v_paise bigint;
begin
  select count(*), coalesce(sum(c.amount_paise), 0)::bigint into disputes, disputed_paise from chargebacks c
  where c.user_id = p_user_id and c.status = 'open';
  select count(*), coalesce(sum(coalesce(b.theirs_paise, b.ours_paise)), 0)::bigint into v_count, v_paise
  from reconciliation_breaks b
  where b.user_id = p_user_id and b.resolved_at is null
    and b.kind in ('chargeback_partial', 'chargeback_unclear', 'lost_twice');
  disputes := disputes + v_count;
  disputed_paise := disputed_paise + v_paise;
end $$;
revoke all on function disputes_of(uuid) from public;

-- disputes_open: the same of the transaction's user, who may not read differences.
create or replace function disputes_open(out disputes bigint, out disputed_paise bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select d.disputes, d.disputed_paise into disputes, disputed_paise from disputes_of(app_user_id()) d;
end $$;
revoke all on function disputes_open() from public;
grant execute on function disputes_open() to mohlat_api, mohlat_worker;

-- owes_still: whether an account owes, or may owe again by a dispute. Rule: LEND-D10.
create or replace function owes_still(p_user_id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from loans l where l.user_id = p_user_id and l.status in ('active', 'npa', 'written_off') /* OWED_STATUSES */)
    or (select d.disputes > 0 from disputes_of(p_user_id) d);
end $$;
revoke all on function owes_still(uuid) from public;

-- accounts_of_person: the other accounts on which the verified PAN or the Aadhaar document of an account was verified, closed ones
-- included. A PAN that was only typed is nobody's proof. Two people may share what is printed: it counts where the store did not name the
-- account of both. Rule: LEND-D10.
create or replace function accounts_of_person(p_user_id uuid) returns setof uuid language plpgsql stable as $$
declare
  v_pan bytea;
  v_store bytea;
  v_person bytea;
begin
  select case when k.pan_status = 'verified' then p.pan_hash end, k.aadhaar_store_hash, k.aadhaar_person_hash
  into v_pan, v_store, v_person
  from profiles p join kyc_records k on k.user_id = p.user_id where p.user_id = p_user_id;
  return query
    select p.user_id from profiles p join kyc_records k on k.user_id = p.user_id
    where p.pan_hash = v_pan and k.pan_status = 'verified' and p.user_id <> p_user_id
    union
    select k.user_id from kyc_records k where k.aadhaar_store_hash = v_store and k.user_id <> p_user_id
    union
    select k.user_id from kyc_records k
    where k.aadhaar_person_hash = v_person and k.user_id <> p_user_id and (v_store is null or k.aadhaar_store_hash is null);
end $$;
revoke all on function accounts_of_person(uuid) from public;
grant execute on function accounts_of_person(uuid) to mohlat_worker;

-- owes_elsewhere: whether another account of the transaction's user owes: one that was closed, and whose claim was taken over
-- before a dispute brought its debt back. Rule: LEND-D10.
create or replace function owes_elsewhere() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_other uuid;
begin
  -- One at a time: another account may lie on another node of a cluster (decision 121).
  for v_other in select other from accounts_of_person(app_user_id()) as other loop
    if owes_still(v_other) then return true; end if;
  end loop;
  return false;
end $$;
revoke all on function owes_elsewhere() from public;
grant execute on function owes_elsewhere() to mohlat_api, mohlat_worker;

-- identity_elsewhere: whether another account owes for the transaction's user or holds what proves them, and whether an account of
-- theirs is blocked for fraud. Rule: LEND-D10, LEND-D11.
create or replace function identity_elsewhere(p_now timestamptz, out is_in_use boolean, out is_flagged boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hashes bytea[];
  v_other uuid;
begin
  select array[case when k.pan_status = 'verified' then p.pan_hash end, k.aadhaar_store_hash, k.aadhaar_person_hash] into v_hashes
  from profiles p join kyc_records k on k.user_id = p.user_id where p.user_id = app_user_id();
  is_in_use := owes_elsewhere() or exists (select 1 from identity_claims c
    where c.pan_hash = any (v_hashes) and c.claimed_by <> app_user_id() and (c.released_at is null or c.released_at > p_now));
  is_flagged := is_fraud(app_user_id());
  for v_other in select other from accounts_of_person(app_user_id()) as other loop
    is_flagged := is_flagged or is_fraud(v_other);
  end loop;
end $$;
revoke all on function identity_elsewhere(timestamptz) from public;
grant execute on function identity_elsewhere(timestamptz) to mohlat_api, mohlat_worker;

-- claim_identity: claims a PAN, or one mark of a document, for the transaction's user. True when it is theirs (now or before), false when another
-- account holds it. A claim that was released may be taken over; taken again by the same account it holds again. That of an account
-- that owes holds: a dispute after closing brings a debt back, and its person would begin anew without it.
-- Rule: LEND-D10.
create or replace function claim_identity(p_pan_hash bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  holder uuid;
begin
  select claimed_by into holder from identity_claims where pan_hash = p_pan_hash;
  if holder <> app_user_id() and owes_still(holder) then return false; end if;
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
