-- keep_repay_token: remembers that a token leads to a repay link of the transaction's user.
create or replace function keep_repay_token(p_token_hash bytea, p_link_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into repay_tokens (token_hash, linked_by, link_id) values (p_token_hash, app_user_id(), p_link_id)
$$;
revoke all on function keep_repay_token(bytea, uuid) from public;
grant execute on function keep_repay_token(bytea, uuid) to mohlat_api;

-- find_repay_token: where a token leads. The link itself is read as its owner, and says whether it still shows anything. While its
-- owner is blocked it leads nowhere: no payer is asked for money in the name of a fraudster.
create or replace function find_repay_token(p_token_hash bytea) returns table (linked_by uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.linked_by, t.link_id from repay_tokens t
  where t.token_hash = p_token_hash
    and not exists (select 1 from auth.users u where u.id = t.linked_by and u.banned_until > now())
$$;
revoke all on function find_repay_token(bytea) from public;
grant execute on function find_repay_token(bytea) to mohlat_api;
