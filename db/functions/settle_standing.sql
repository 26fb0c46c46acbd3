-- For processes of the version before (decision 080), one release long. Where credit stands is decided by
-- packages/lending/src/standing.ts and written by `book`.

-- settle_standing: leaves these people to a job of a process that knows the rule; answers that no standing changed yet.
create or replace function settle_standing(p_users uuid[], p_now timestamptz) returns integer language plpgsql as $$
begin
  perform enqueue_job('credit.settle', json_build_object('userId', u), p_key => 'credit.settle:' || u) from unnest(p_users) as u;
  return 0;
end $$;

-- A function that only the rules in SQL called.
drop function if exists awaits_bank(uuid, uuid, integer, date, timestamptz);
grant execute on function settle_standing(uuid[], timestamptz) to mohlat_api, mohlat_worker;
