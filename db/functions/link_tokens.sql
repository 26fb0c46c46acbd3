-- forget_link_tokens: a closed account's links are gone, and with them what led to them.
create or replace function forget_link_tokens(p_user_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from repay_tokens where linked_by = p_user_id;
  delete from receipt_tokens where linked_by = p_user_id;
$$;
revoke all on function forget_link_tokens(uuid) from public;
grant execute on function forget_link_tokens(uuid) to mohlat_worker;
