-- The days of loans, for `book`: how far they are closed, and when they are looked at next. Decided by packages/lending.

-- loan_closed_through: the last day of a loan that is closed: what is written, or the days since then that brought nothing to write.
-- A loan without a next day is looked at every day, and then it is what is written.
-- It takes columns: on a node of a cluster a row of a table is of another type (decision 121).
create or replace function loan_closed_through(p_closed_through_on date, p_next_on date) returns date language sql stable as $$
  select greatest(p_closed_through_on, least(p_next_on - 1, case when p_next_on is not null then book_closed_through() end))
$$;

grant execute on function loan_closed_through(date, date) to mohlat_api, mohlat_worker;

-- book_stale_days: answers the people whose days are not where the decision knew them, or are to be looked at earlier. Infinity
-- says that the caller does not ask for the latter. A writer that learns something about a loan from here on waits for the row,
-- and brings its next day closer once this is written.
create or replace function book_stale_days(p_closed days_closed[], p_set next_day_set[]) returns setof uuid
language plpgsql as $$
declare
  v_asked record;
  v_held record;
begin
  -- One loan at a time, in order: a cluster locks no rows of several nodes in one statement (decision 121).
  for v_asked in
    select user_id, loan_id, min(after_on) as after_on, min(known_next_on) as known_next_on from unnest(p_closed) group by 1, 2
    union all
    select user_id, loan_id, null, known_next_on from unnest(p_set) s
    where not exists (select 1 from unnest(p_closed) c where c.user_id = s.user_id and c.loan_id = s.loan_id)
    order by 1, 2
  loop
    select d.closed_through_on, d.next_on, d.is_open into v_held from loan_days d
    where d.user_id = v_asked.user_id and d.loan_id = v_asked.loan_id for update;
    if v_held.is_open is not true
      or v_asked.known_next_on is distinct from 'infinity' and v_held.next_on is distinct from v_asked.known_next_on
      or v_held.closed_through_on is distinct from coalesce(v_asked.after_on, v_held.closed_through_on)
    then return next v_asked.user_id; end if;
  end loop;
end $$;

-- book_days: writes both. Several closes of a loan follow each other without a gap. A loan that ended has no next day, also where a
-- process of the version before says one: with it, it would go on being late.
create or replace function book_days(p_closed days_closed[], p_set next_day_set[]) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  with closed as (
    update loan_days d set closed_through_on = x.through_on, next_on = case when d.is_open then x.next_on end
    from (
      select user_id, loan_id, min(after_on) as after_on, max(through_on) as through_on, sum(through_on - after_on) as days,
        count(distinct through_on) as count, max(next_on) as next_on
      from unnest(p_closed) group by 1, 2
    ) x
    where d.user_id = x.user_id and d.loan_id = x.loan_id and d.closed_through_on = x.after_on and x.days = x.through_on - x.after_on
    returning x.count
  )
  select coalesce(sum(count), 0)::integer into v_count from closed;
  perform book_whole('days_closed', cardinality(p_closed), v_count);
  update loan_days d set next_on = case when d.is_open then x.next_on end from unnest(p_set) x where d.user_id = x.user_id and d.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('next_day_set', cardinality(p_set), v_count);
end $$;

revoke all on function book_stale_days(days_closed[], next_day_set[]), book_days(days_closed[], next_day_set[]) from public;
grant execute on function book_stale_days(days_closed[], next_day_set[]), book_days(days_closed[], next_day_set[]) to mohlat_worker, mohlat_api;

-- borrower_closed_through: the last day that is closed for a loan of the borrower; null where none is open.
create or replace function borrower_closed_through(p_user_id uuid) returns date language plpgsql stable as $$
begin
  return (
    select max(loan_closed_through(d.closed_through_on, d.next_on)) from loan_days d where d.user_id = p_user_id and d.is_open);
end $$;
grant execute on function borrower_closed_through(uuid) to mohlat_api, mohlat_worker;
