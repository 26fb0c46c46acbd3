-- What:  roles, the per-transaction user, ids, configuration tables and the business calendar.
-- Why:   everything else stands on these.
-- Locks: none held for long (new objects only).
-- Safe while the old version runs: yes (there is none).
-- Up Migration

do $$
declare
  r text;
begin
  -- mohlat_api serves people, one user per transaction; mohlat_worker runs jobs over all of them;
  -- mohlat_books owns the posting function and is the only role that may write journals.
  foreach r in array array['mohlat_api', 'mohlat_worker', 'mohlat_books', 'mohlat_auth'] loop
    if not exists (select 1 from pg_roles where rolname = r) then
      begin
        execute format('create role %I nologin noinherit nobypassrls', r);
      exception when duplicate_object or unique_violation then null; -- another database of the cluster was quicker
      end;
    end if;
    begin
      execute format('grant %I to %I', r, current_user);
    exception when others then
      -- Granting concurrently from two databases may collide on the shared catalogue; the grant is there then.
      if not pg_has_role(current_user, r, 'member') then raise; end if;
    end;
  end loop;
end $$;

revoke create on schema public from public;
-- A temporary table of one of our names would stand before the real one in the eyes of a careless function.
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
-- Functions are called by the roles they are granted to, and by nobody else.
alter default privileges revoke execute on functions from public;
grant usage on schema public to mohlat_api, mohlat_worker, mohlat_books, mohlat_auth;

-- Ids are UUIDv7: made by the server where it can, by us where it cannot (before PostgreSQL 18).
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function new_id() returns uuid language sql volatile parallel safe as ''select uuidv7()''';
  else
    execute $f$
      create function new_id() returns uuid language sql volatile parallel safe as $b$
        select encode(
          set_byte(set_byte(
            overlay(decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            6, (get_byte(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 6) & 15) | 112),
            8, (get_byte(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 8) & 63) | 128),
          'hex')::uuid
      $b$
    $f$;
  end if;
end $$;

/* The user this transaction acts for. Row-level security compares every row with it. */
create function app_user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

grant execute on function new_id(), app_user_id() to mohlat_api, mohlat_worker, mohlat_books, mohlat_auth;

/* Puts a user-owned table behind row-level security: the API sees its user's rows, workers see all. */
create function protect_user_table(t regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_rows on %s to mohlat_api using (user_id = app_user_id()) with check (user_id = app_user_id())', t);
  execute format('create policy all_rows on %s to mohlat_worker using (true) with check (true)', t);
end $$;

/* Rule: LEND-T1. The Indian business date of an instant. */
create function ist_date(at timestamptz) returns date language sql immutable parallel safe as
$$ select (at at time zone 'UTC' + interval '5 hours 30 minutes')::date $$;

grant execute on function ist_date(timestamptz) to mohlat_api, mohlat_worker, mohlat_books;

-- Rule: LEND-S6. Settings are versions with a start instant; a payment keeps the version it was sold under.
create table settings (
  version integer primary key,
  effective_at timestamptz not null,
  content jsonb not null,
  created_at timestamptz not null default now()
);
grant select on settings to mohlat_api, mohlat_worker;

-- Exactly the days on which something was posted; closed by the end-of-day run.
create table business_days (
  day_on date primary key,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
grant select on business_days to mohlat_api, mohlat_worker;
grant select, insert on business_days to mohlat_books;

-- Moves of the trial clock, so that several workers shift waiting jobs once.
create table clock_shifts (
  version bigint primary key,
  moved_by_ms bigint not null,
  at timestamptz not null default now()
);
grant select, insert on clock_shifts to mohlat_worker;
