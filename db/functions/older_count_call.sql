-- For servers of the version before (decision 080), one release long: they ask whether a window has room, and not when the next one begins.
create or replace function count_call(p_kind text, p_now timestamptz, p_window interval, p_max integer)
returns boolean language plpgsql as $$
begin
  return count_call_wait(p_kind, p_now, p_window, p_max) is null;
end $$;
grant execute on function count_call(text, timestamptz, interval, integer) to mohlat_api, mohlat_worker;
