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

-- is_unproven: whether an account has shown a PAN at most, and no Aadhaar document. It takes no more than to know a person's PAN and
-- name, and proves nothing against that person. One with a credit decision is past that. Rule: LEND-D10.
create or replace function is_unproven(p_user_id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from kyc_records k where k.user_id = p_user_id and k.aadhaar_status <> 'verified')
    and not exists (select 1 from credit_accounts c where c.user_id = p_user_id and c.state <> 'none');
end $$;
revoke all on function is_unproven(uuid) from public;

-- proofs_of: the keyed hashes of what proved an account: its PAN, beside a verified document, and the marks of that document.
create or replace function proofs_of(p_user_id uuid, out pan bytea, out store bytea, out person bytea)
language plpgsql stable as $$
begin
  select case when is_identity_known(k.pan_status, k.aadhaar_status) then p.pan_hash end, k.aadhaar_store_hash, k.aadhaar_person_hash
  into pan, store, person
  from profiles p join kyc_records k on k.user_id = p.user_id where p.user_id = p_user_id;
end $$;
revoke all on function proofs_of(uuid) from public;
grant execute on function proofs_of(uuid) to mohlat_worker;

-- accounts_of_person: the other accounts that the PAN or the Aadhaar document of an account proved, closed ones included. A PAN that was
-- typed, or verified without a document, is nobody's proof. Two people may share what is printed: it counts where the store did not name
-- the account of both. Rule: LEND-D10.
create or replace function accounts_of_person(p_user_id uuid) returns setof uuid language plpgsql stable as $$
declare
  v_mine record;
begin
  select o.pan, o.store, o.person into v_mine from proofs_of(p_user_id) o;
  return query
    select p.user_id from profiles p join kyc_records k on k.user_id = p.user_id
    where p.pan_hash = v_mine.pan and is_identity_known(k.pan_status, k.aadhaar_status) and p.user_id <> p_user_id
    union
    select k.user_id from kyc_records k where k.aadhaar_store_hash = v_mine.store and k.user_id <> p_user_id
    union
    select k.user_id from kyc_records k
    where k.aadhaar_person_hash = v_mine.person and k.user_id <> p_user_id and (v_mine.store is null or k.aadhaar_store_hash is null);
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

-- bears_mark: whether what proves an account is marked as that of another account which was blocked for fraud. The mark outlives that
-- account's data. Rule: LEND-D11, LEND-24.
create or replace function bears_mark(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hashes bytea[];
begin
  select array[o.pan, o.store, o.person] into v_hashes from proofs_of(p_user_id) o;
  return exists (select 1 from identity_claims c where c.pan_hash = any (v_hashes) and c.fraud_of <> p_user_id);
end $$;
revoke all on function bears_mark(uuid) from public;
grant execute on function bears_mark(uuid) to mohlat_worker;

-- identity_elsewhere: whether another account owes for the transaction's user or holds what proves them, and whether an account of
-- theirs is, or was before it was erased, blocked for fraud. Rule: LEND-D10, LEND-D11.
create or replace function identity_elsewhere(p_now timestamptz, out is_in_use boolean, out is_flagged boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hashes bytea[];
  v_other uuid;
begin
  select array[o.pan, o.store, o.person] into v_hashes from proofs_of(app_user_id()) o;
  is_in_use := owes_elsewhere() or exists (select 1 from identity_claims c
    where c.pan_hash = any (v_hashes) and c.claimed_by <> app_user_id() and (c.released_at is null or c.released_at > p_now));
  is_flagged := is_fraud(app_user_id()) or bears_mark(app_user_id());
  for v_other in select other from accounts_of_person(app_user_id()) as other loop
    is_flagged := is_flagged or is_fraud(v_other);
  end loop;
end $$;
revoke all on function identity_elsewhere(timestamptz) from public;
grant execute on function identity_elsewhere(timestamptz) to mohlat_api, mohlat_worker;

-- claim_identity: claims a PAN, or one mark of a document, for the transaction's user. True when it is theirs (now or before), false when
-- another account holds it. It gives way where it was released, and where its holder has proved nothing but the PAN: else a stranger who
-- knows a person's PAN would shut them out. Taken again by the same account it holds again. That of an account that owes holds: a dispute
-- after closing brings a debt back, and its person would begin anew without it. The mark of a fraud stays on it. Locks: the claim, so that
-- of two accounts that prove themselves at once the second sees the first. Rule: LEND-D10.
create or replace function claim_identity(p_pan_hash bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_holder uuid;
  v_released_at timestamptz;
begin
  insert into identity_claims (pan_hash, claimed_by, at) values (p_pan_hash, app_user_id(), p_now) on conflict (pan_hash) do nothing;
  select c.claimed_by, c.released_at into v_holder, v_released_at from identity_claims c where c.pan_hash = p_pan_hash for update;
  if v_holder = app_user_id() and v_released_at is null then return true; end if;
  if v_holder <> app_user_id() and (
    owes_still(v_holder) or coalesce(v_released_at > p_now, true) and not is_unproven(v_holder)
  ) then return false; end if;
  update identity_claims set claimed_by = app_user_id(), at = p_now, released_at = null where pan_hash = p_pan_hash;
  return true;
end $$;
revoke all on function claim_identity(bytea, timestamptz) from public;
grant execute on function claim_identity(bytea, timestamptz) to mohlat_api, mohlat_worker;

-- tell_unproven: the transaction's user has proved by a document that a PAN is theirs: each other open account on which it is verified
-- without one loses it, by a job of its own under its own locks. The asker does not learn which those are. Rule: LEND-D10.
create or replace function tell_unproven(p_pan_hash bytea) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_other uuid;
begin
  if is_unproven(app_user_id())
    or not exists (select 1 from identity_claims c where c.pan_hash = p_pan_hash and c.claimed_by = app_user_id())
  then return; end if;
  -- One at a time: see owes_elsewhere.
  for v_other in
    select p.user_id from profiles p join kyc_records k on k.user_id = p.user_id
    where p.pan_hash = p_pan_hash and k.pan_status = 'verified'
  loop
    if is_unproven(v_other) then
      perform enqueue_job('kyc.pan_lost', json_build_object('userId', v_other), p_key => 'pan_lost:' || v_other);
    end if;
  end loop;
end $$;
revoke all on function tell_unproven(bytea) from public;
grant execute on function tell_unproven(bytea) to mohlat_api, mohlat_worker;

-- holder_of_identity: the account that holds a claim. For the worker alone: it stands in the audit log beside the account that lost it.
create or replace function holder_of_identity(p_pan_hash bytea) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select c.claimed_by from identity_claims c where c.pan_hash = p_pan_hash);
end $$;
revoke all on function holder_of_identity(bytea) from public;
grant execute on function holder_of_identity(bytea) to mohlat_worker;

-- mark_fraud: marks what proved an account that is blocked for fraud: the claims it holds, and those that another one took over since. A
-- PAN without a document is not marked: it may be a stranger's. Rule: LEND-D11, LEND-24 (only the keyed hash stays).
create or replace function mark_fraud(p_user_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hashes bytea[];
begin
  if not is_fraud(p_user_id) or is_unproven(p_user_id) then return; end if;
  select array[o.pan, o.store, case when o.store is null then o.person end] into v_hashes from proofs_of(p_user_id) o;
  update identity_claims set fraud_of = p_user_id
  where (claimed_by = p_user_id or pan_hash = any (v_hashes)) and fraud_of is null;
end $$;
revoke all on function mark_fraud(uuid) from public;
grant execute on function mark_fraud(uuid) to mohlat_worker;

-- unmark_fraud: takes the marks of an account off, once two people have lifted its block. Where another account that holds the claim is
-- blocked for fraud, too, its mark takes their place.
create or replace function unmark_fraud(p_user_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_one record;
begin
  if is_fraud(p_user_id) then return; end if;
  for v_one in select c.pan_hash, c.claimed_by from identity_claims c where c.fraud_of = p_user_id loop
    update identity_claims set fraud_of = case when is_fraud(v_one.claimed_by) then v_one.claimed_by end
    where pan_hash = v_one.pan_hash;
  end loop;
end $$;
revoke all on function unmark_fraud(uuid) from public;
grant execute on function unmark_fraud(uuid) to mohlat_worker;

-- release_identity: the claims of the transaction's user give way to another account's from a moment on. The keyed
-- hashes stay, and with them the mark of a fraud. Rule: LEND-24.
create or replace function release_identity(p_from timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform mark_fraud(app_user_id());
  update identity_claims set released_at = p_from where claimed_by = app_user_id();
end $$;
revoke all on function release_identity(timestamptz) from public;
grant execute on function release_identity(timestamptz) to mohlat_api, mohlat_worker;

-- release_identities: the same for several people, by the worker, before their data is erased.
create or replace function release_identities(p_users uuid[], p_from timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_user uuid;
begin
  foreach v_user in array p_users loop
    perform mark_fraud(v_user);
  end loop;
  update identity_claims set released_at = p_from where claimed_by = any (p_users);
end $$;
revoke all on function release_identities(uuid[], timestamptz) from public;
grant execute on function release_identities(uuid[], timestamptz) to mohlat_worker;
