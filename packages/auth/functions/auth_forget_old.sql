-- auth.forget_old: deletes what the sign-in tables need no more: events older than a year, spent codes and flows,
-- notes of messages sent, sessions that ran out, changes of contact whose codes are over, accounts that signed up and
-- were not proven for a week. At most p_batch rows a table; answers how many went. Skips what is being changed: a code, a
-- sign-up or a session may be renewed.
create or replace function auth.forget_old(p_now timestamptz, p_batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer := 0;
  v_step integer;
  v_delete text;
  v_unproven constant text := 'u.created_at < $1 - interval ''7 days'' and u.email_confirmed_at is null'
    || ' and u.phone_confirmed_at is null and u.last_sign_in_at is null and u.deleted_at is null and not u.is_anonymous'
    || ' and u.invited_at is null'
    || ' and coalesce(greatest(u.confirmation_sent_at, u.recovery_sent_at), u.created_at) < $1 - interval ''7 days'''
    || ' and exists (select from auth.events e where e.user_id = u.id and e.what = ''signed_up'')'
    || ' and not exists (select from auth.sessions s where s.user_id = u.id)';
begin
  foreach v_delete in array array[
    'delete from auth.events where ctid = any (array(select ctid from auth.events where at < $1 - interval ''1 year'' limit $2))',
    'delete from auth.one_time_codes where ctid = any (array(select ctid from auth.one_time_codes where expires_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.sign_ups where ctid = any (array(select ctid from auth.sign_ups where expires_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.undo_links where ctid = any (array(select ctid from auth.undo_links where expires_at < $1 limit $2))',
    -- An account that a proof under way holds is skipped; one proven since it was chosen no longer fits the conditions.
    'delete from auth.users u where u.id = any (array(select u.id from auth.users u where ' || v_unproven || ' limit $2 for update skip locked)) and ' || v_unproven,
    -- The instant of its last message is read again under the lock: one begun anew meanwhile stays.
    'update auth.users set new_email = null, email_change_accepted_count = 0 where id = any (array(select u.id from auth.users u where u.new_email is not null and coalesce(u.email_change_sent_at, u.updated_at) < $1 - interval ''2 days'' and not exists (select from auth.one_time_codes c where c.user_id = u.id and c.kind in (''email_change_current'', ''email_change_new'') and c.expires_at > $1) limit $2 for update of u skip locked))',
    'update auth.users set new_phone = null where id = any (array(select u.id from auth.users u where u.new_phone is not null and coalesce(u.phone_change_sent_at, u.updated_at) < $1 - interval ''2 days'' and not exists (select from auth.one_time_codes c where c.user_id = u.id and c.kind = ''phone_change'' and c.expires_at > $1) limit $2 for update of u skip locked))',
    'delete from auth.flow_states where ctid = any (array(select ctid from auth.flow_states where created_at < $1 - interval ''2 days'' limit $2))',
    'delete from auth.factor_challenges where ctid = any (array(select ctid from auth.factor_challenges where expires_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.provider_flows where ctid = any (array(select ctid from auth.provider_flows where created_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.sms_sent where ctid = any (array(select ctid from auth.sms_sent where sent_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.proven_networks where ctid = any (array(select ctid from auth.proven_networks where proven_at < $1 - interval ''90 days'' limit $2 for update skip locked))',
    'delete from auth.code_tries where ctid = any (array(select ctid from auth.code_tries where since < $1 - interval ''30 days'' limit $2 for update skip locked))',
    'delete from auth.password_tries where ctid = any (array(select ctid from auth.password_tries where last_at < $1 - interval ''1 day'' limit $2 for update skip locked))',
    'delete from auth.mails_sent where ctid = any (array(select ctid from auth.mails_sent where sent_at < $1 - interval ''1 day'' limit $2))',
    'delete from auth.mail_hours where ctid = any (array(select ctid from auth.mail_hours where hour < $1 - interval ''1 day'' limit $2))',
    'delete from auth.sessions where ctid = any (array(select ctid from auth.sessions where not_after < $1 limit $2 for update skip locked))'
  ] loop
    execute v_delete using p_now, p_batch;
    get diagnostics v_step = row_count;
    v_gone := v_gone + v_step;
  end loop;
  return v_gone;
end $$;
revoke all on function auth.forget_old(timestamptz, integer) from public;
