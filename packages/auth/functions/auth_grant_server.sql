-- auth.grant_server: gives a role what serving the protocol needs, and no more: events are written and counted, never taken
-- back. For the owner of the schema.
create or replace function auth.grant_server(p_role regrole) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('grant usage on schema auth to %s', p_role);
  execute format('grant select, insert, update, delete on auth.users, auth.identities, auth.sessions, auth.one_time_codes,
    auth.code_tries, auth.sign_ups, auth.flow_states, auth.provider_flows, auth.factors, auth.factor_challenges,
    auth.undo_links, auth.sms_sent, auth.sms_hours, auth.proven_networks, auth.password_tries, auth.rate_limits to %s', p_role);
  execute format('grant select, insert, delete on auth.mails_sent to %s', p_role);
  execute format('grant select, insert, update on auth.mail_hours to %s', p_role);
  execute format('grant select, insert on auth.events to %s', p_role);
  execute format('grant update (times, last_at, ip) on auth.events to %s', p_role);
  execute format('grant execute on function auth.session_state(uuid, uuid, timestamptz) to %s', p_role);
end $$;
revoke all on function auth.grant_server(regrole) from public;
