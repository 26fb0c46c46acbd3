-- For servers of the version before (decision 080), one release long: they know nothing of what was looked at before, call accept_quote with
-- one time for everything, and are told of no job that does not stand. On one PostgreSQL it always does; on a cluster such a call runs on the
-- coordinator, and its payment is found by the sweep.
create or replace function accept_quote(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_quote_id uuid, p_bill_on date, p_bill_due_on date, p_from inet,
  out outcome text, out replayed boolean, out facts jsonb
)
language sql as $$
  select a.outcome, a.replayed, a.facts
  from accept_quote(p_user_id, p_session_id, p_now, p_key, p_request_hash, p_quote_id, p_bill_on, p_bill_due_on, p_from,
    look_before(p_user_id, p_session_id, p_now), p_now) a
$$;
grant execute on function accept_quote(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet) to mohlat_api;
