-- count_call_wait: counts one call of a kind for the transaction's user in a fixed window. Null where the window has room for it, else the
-- whole seconds until the next one begins.
-- The row is the user's own: counting waits for no other user.
create or replace function count_call_wait(p_kind text, p_now timestamptz, p_window interval, p_max integer)
returns integer language plpgsql as $$
declare
  v_count integer;
  v_start timestamptz;
  -- Beforehand: a cluster takes no sum of a time and an interval where a conflict is resolved.
  v_since timestamptz := p_now - p_window;
begin
  insert into call_counters as c (user_id, kind, window_start, count)
  values (app_user_id(), p_kind, p_now, 1)
  on conflict (user_id, kind) do update set
    window_start = case when c.window_start <= v_since then p_now else c.window_start end,
    count = case when c.window_start <= v_since then 1 else c.count + 1 end
  returning count, window_start into v_count, v_start;
  if v_count <= p_max then return null; end if;
  return greatest(1, ceil(extract(epoch from v_start - v_since)))::integer;
end $$;
grant execute on function count_call_wait(text, timestamptz, interval, integer) to mohlat_api, mohlat_worker;

-- count_target: counts what goes to one place outside, over all users, in a fixed window. False when it is full.
create or replace function count_target(
  p_kind text, p_target_hash bytea, p_now timestamptz, p_window interval, p_max integer
) returns boolean language plpgsql as $$
declare
  v_count integer;
begin
  insert into target_counters as c (kind, target_hash, window_start, count)
  values (p_kind, p_target_hash, p_now, 1)
  on conflict (kind, target_hash) do update set
    window_start = case when c.window_start + p_window <= p_now then p_now else c.window_start end,
    count = case when c.window_start + p_window <= p_now then 1 else c.count + 1 end
  returning count into v_count;
  return v_count <= p_max;
end $$;
grant execute on function count_target(text, bytea, timestamptz, interval, integer) to mohlat_worker;
