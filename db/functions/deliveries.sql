-- delivery_begin: a message to a person waits to be sent. Called by whichever role caused it, in the same transaction.
create or replace function delivery_begin(
  p_user_id uuid, p_id uuid, p_channel text, p_template text, p_now timestamptz
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into deliveries (user_id, id, channel, template, queued_at)
  values (p_user_id, p_id, p_channel, p_template, p_now);
end $$;
revoke all on function delivery_begin(uuid, uuid, text, text, timestamptz) from public;
grant execute on function delivery_begin(uuid, uuid, text, text, timestamptz) to mohlat_api, mohlat_worker, mohlat_auth;
