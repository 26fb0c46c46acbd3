-- audit_account: the audit log's door for what is done to accounts with the service's own token: who was changed and what
-- was asked, never the values of a secret. Rule: LEND-24 (audit log).
create or replace function audit_account(
  p_now timestamptz, p_action text, p_user uuid, p_details jsonb, p_ip inet
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform audit_append(row(0, p_now, 'system', null, p_action, 'account', p_user, p_user,
    coalesce(p_details, '{}'), null, p_ip, null, ''::bytea)::audit_log);
end $$;
revoke all on function audit_account(timestamptz, text, uuid, jsonb, inet) from public;
grant execute on function audit_account(timestamptz, text, uuid, jsonb, inet) to mohlat_auth;

-- end_excused_days: ends the days without late charges of a block that stands, where the auth server's own door lets its person in
-- again: from then on they can pay in the app. A later day than one that is written changes nothing. Rule: LEND-L3, LEND-14
create or replace function end_excused_days(p_user uuid, p_last_on date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update account_blocks set excused_until_on = least(excused_until_on, p_last_on)
  where user_id = p_user and lifted_at is null and excused_from_on is not null and not is_fraud;
end $$;
revoke all on function end_excused_days(uuid, date) from public;
grant execute on function end_excused_days(uuid, date) to mohlat_auth;
