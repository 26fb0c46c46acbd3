-- rows_claim: of the rows that a look found, locks those that are not locked, and answers them; it waits for none. One person's row
-- at a time: a cluster refuses to lock rows of several nodes in one statement. Without ids a row is named by its person alone.
-- The look was unlocked: a caller asks again, under the locks, whether a row is still as it was seen. Rule: LEND-C9.
create or replace function rows_claim(p_table regclass, p_users uuid[], p_ids uuid[] default null)
returns table (user_id uuid, id uuid) language plpgsql as $$
declare
  v_lock text := format('select 1 from %s where user_id = $1%s for update skip locked', p_table,
    case when p_ids is null then '' else ' and id = $2' end);
  v_count bigint;
begin
  for user_id, id in select seen.user_id, seen.id from unnest(p_users, p_ids) as seen (user_id, id) order by 1, 2 loop
    execute v_lock using user_id, id;
    get diagnostics v_count = row_count;
    if v_count > 0 then return next; end if;
  end loop;
end $$;
grant execute on function rows_claim(regclass, uuid[], uuid[]) to mohlat_worker;

-- people_claim: the same of credit accounts, whose lock stands for all of a person's money. Planned once: the day's close asks for
-- everybody. Rule: LEND-C5, LEND-C9.
create or replace function people_claim(p_users uuid[]) returns setof uuid language plpgsql as $$
declare
  v_user_id uuid;
begin
  for v_user_id in select seen from unnest(p_users) as seen order by 1 loop
    perform 1 from credit_accounts where user_id = v_user_id for update skip locked;
    if found then return next v_user_id; end if;
  end loop;
end $$;
grant execute on function people_claim(uuid[]) to mohlat_worker;

-- people_lock: locks credit accounts in their order, one after the other, and waits for their holders. Answers whose there are.
-- Rule: LEND-C5.
create or replace function people_lock(p_users uuid[]) returns setof uuid language plpgsql as $$
declare
  v_user_id uuid;
begin
  for v_user_id in select distinct seen from unnest(p_users) as seen order by 1 loop
    perform 1 from credit_accounts where user_id = v_user_id for update;
    if found then return next v_user_id; end if;
  end loop;
end $$;
grant execute on function people_lock(uuid[]) to mohlat_worker, mohlat_api, mohlat_staff;

-- rows_lock: the same of rows of a table. A cluster locks no rows of several nodes in one statement (decision 121). Rule: LEND-C5.
create or replace function rows_lock(p_table regclass, p_users uuid[], p_ids uuid[]) returns void language plpgsql as $$
declare
  v_lock text := format('select 1 from %s where user_id = $1 and id = $2 for update', p_table);
  v_one record;
begin
  for v_one in select distinct x.user_id, x.id from unnest(p_users, p_ids) as x (user_id, id) order by 1, 2 loop
    execute v_lock using v_one.user_id, v_one.id;
  end loop;
end $$;
grant execute on function rows_lock(regclass, uuid[], uuid[]) to mohlat_worker;

-- keys_claim: as rows_claim, of a table of any primary key. Each row is an array of its key's values, as text; answers the places of those
-- that are locked now, from one on.
create or replace function keys_claim(p_table regclass, p_key text[], p_rows jsonb) returns setof integer
language plpgsql as $$
declare
  v_row jsonb;
  v_place integer;
  v_same text;
  v_count bigint;
begin
  for v_row, v_place in select value, ordinality from jsonb_array_elements(p_rows) with ordinality order by 2 loop
    select string_agg(format('%I = %L', k.name, v_row ->> (k.n - 1)::integer), ' and ') into v_same
    from unnest(p_key) with ordinality as k (name, n);
    execute format('select 1 from %s where %s for update skip locked', p_table, v_same);
    get diagnostics v_count = row_count;
    if v_count > 0 then return next v_place; end if;
  end loop;
end $$;
grant execute on function keys_claim(regclass, text[], jsonb) to mohlat_worker, mohlat_auth;
