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
