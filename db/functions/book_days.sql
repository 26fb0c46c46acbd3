-- The days of loans, for `book`: how far they are closed, and when they are looked at next. Decided by packages/lending.

-- loan_closed_through: the last day of a loan that is closed: what is written, or the days since then that brought nothing to write.
-- A loan without a next day is looked at every day, and then it is what is written.
create or replace function loan_closed_through(p_loan loan_days) returns date language sql stable as $$
  select greatest(p_loan.closed_through_on, least(p_loan.next_on - 1, case when p_loan.next_on is not null then book_closed_through() end))
$$;

grant execute on function loan_closed_through(loan_days) to mohlat_api, mohlat_worker;

-- book_stale_days: whose days are not where the decision knew them, or are to be looked at earlier; infinity says that nobody asks for that. Whoever learns something about a
-- loan from here on waits for the row, and brings its next day closer once this is written.
create or replace function book_stale_days(p_closed days_closed[], p_set next_day_set[]) returns setof uuid
language sql as $$
  with asked as (
    select user_id, loan_id, min(after_on) as after_on, min(known_next_on) as known_next_on from unnest(p_closed) group by 1, 2
    union all
    select user_id, loan_id, null, known_next_on from unnest(p_set) s
    where not exists (select 1 from unnest(p_closed) c where c.user_id = s.user_id and c.loan_id = s.loan_id)
  ), held as (
    select d.user_id, d.loan_id, d.closed_through_on, d.next_on, d.is_open from loan_days d
    where (d.user_id, d.loan_id) in (select user_id, loan_id from asked) order by 1, 2 for update
  )
  select a.user_id from asked a left join held h using (user_id, loan_id)
  where h.is_open is not true or a.known_next_on is distinct from 'infinity' and h.next_on is distinct from a.known_next_on
    or h.closed_through_on is distinct from coalesce(a.after_on, h.closed_through_on)
$$;

-- book_days: writes both. Several closes of a loan follow each other without a gap.
create or replace function book_days(p_closed days_closed[], p_set next_day_set[]) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  with closed as (
    update loan_days d set closed_through_on = x.through_on, next_on = x.next_on
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
  update loan_days d set next_on = x.next_on from unnest(p_set) x where d.user_id = x.user_id and d.loan_id = x.loan_id;
  get diagnostics v_count = row_count;
  perform book_whole('next_day_set', cardinality(p_set), v_count);
end $$;

revoke all on function book_stale_days(days_closed[], next_day_set[]), book_days(days_closed[], next_day_set[]) from public;
grant execute on function book_stale_days(days_closed[], next_day_set[]), book_days(days_closed[], next_day_set[]) to mohlat_worker, mohlat_api;

-- borrower_closed_through: the last day that is closed for a loan of somebody; null where none is open.
create or replace function borrower_closed_through(p_user_id uuid) returns date language sql stable as $$
  select max(loan_closed_through(d)) from loan_days d where d.user_id = p_user_id and d.is_open
$$;
grant execute on function borrower_closed_through(uuid) to mohlat_api, mohlat_worker;
