-- What:  a process of an older version puts no function of its own in the place of a newer one.
-- Why:   every process applies the functions whose text differs from its own as it starts. One of the version before, started
--        again during an upgrade, put back those of its version, money's among them, and then stopped at the first one whose
--        answer had changed; the new processes went on with the old functions.
-- Locks: a new trigger on applied_functions, which is written as a process starts alone.
-- Safe while the old version runs: yes, as long as its processes run; one that is started again stops and says why.
-- Up Migration

create table if not exists applied_functions (file text primary key, hash text not null);

create function refuse_older_functions() returns trigger language plpgsql as $$
declare
  v_newest text := (select max(name) from schema_migrations);
begin
  if coalesce(current_setting('mohlat.migrations_known', true), '') < v_newest then
    raise exception 'the database is of a newer version than this process: it knows %, start that version', v_newest;
  end if;
  return new;
end $$;
create trigger applied_functions_forward before insert or update on applied_functions
  for each row execute function refuse_older_functions();
