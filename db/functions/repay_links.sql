-- keep_repay_token: remembers that a token leads to a repay link of the transaction's user.
create or replace function keep_repay_token(p_token_hash bytea, p_link_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into repay_tokens (token_hash, linked_by, link_id) values (p_token_hash, app_user_id(), p_link_id)
$$;
revoke all on function keep_repay_token(bytea, uuid) from public;
grant execute on function keep_repay_token(bytea, uuid) to mohlat_api, mohlat_worker;

-- find_repay_token: where a token leads. The link itself is read as its owner, and says whether it still shows anything. While its
-- owner is blocked for fraud it leads nowhere: no payer is asked for money in the name of a fraudster. Any other block leaves it open, for
-- its owner still owes and cannot log in. Rule: LEND-14, decision 158.
create or replace function find_repay_token(p_token_hash bytea) returns table (linked_by uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.linked_by, t.link_id from repay_tokens t
  where t.token_hash = p_token_hash
    and not is_fraud(t.linked_by)
$$;
revoke all on function find_repay_token(bytea) from public;
grant execute on function find_repay_token(bytea) to mohlat_api;
