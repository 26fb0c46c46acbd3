-- never_owed: for rewind_loan alone, until back-dating leaves SQL (decision 081). The rule is `neverOwed` of
-- packages/lending/src/write-off.ts. Rule: LEND-A1, LEND-D5.
create or replace function never_owed(i instalments, p_on date) returns bigint language sql immutable as $$
  select i.interest_paise - case when p_on > i.start_on
    then rhu(i.interest_paise * (p_on - i.start_on), i.due_on - i.start_on) else 0 end
$$;
grant execute on function never_owed(instalments, date) to mohlat_worker;
