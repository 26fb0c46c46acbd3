-- What:  who set a version of the settings, who approved it and why; a version that was taken back; which reminders rest and
--        what everybody is told.
-- Why:   an owner changes fees, plans and notices in the product, two people where it is about money.
-- Locks: exclusive ones on settings and approvals, short tables, for the moment in which columns and a check are added.
-- Safe while the old version runs: yes, it reads what it read before.
-- Up Migration

alter table settings
  -- Null: it came with the product.
  add column created_by uuid,
  add column approval_id uuid references approvals (id),
  add column reason text,
  -- Taken back before it began: it never comes into force.
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid,
  add column withdrawn_reason text,
  add check ((withdrawn_at is null) = (withdrawn_by is null)),
  add check (withdrawn_at is null or effective_at = 'infinity');
update settings set content = content || '{"remindersOff": [], "notice": null}';

-- Rule: LEND-S6. What a version says and when it begins is never changed; one that has not begun can be taken back, and
-- then it never begins.
create function keep_start() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_at >= old.effective_at then
    raise exception 'settings: version % has begun or was taken back; add a new one', old.version;
  end if;
  return new;
end $$;
create trigger settings_start_kept before update of effective_at, withdrawn_at on settings
  for each row execute function keep_start();
grant insert (version, effective_at, content, created_at, created_by, approval_id, reason) on settings to mohlat_worker;
grant update (effective_at, withdrawn_at, withdrawn_by, withdrawn_reason) on settings to mohlat_worker;

-- A proposal about nobody's account has no subject to be distinct from: settings, money that is nobody's.
do $$
declare
  v_name text;
begin
  select conname into v_name from pg_constraint
  where conrelid = 'approvals'::regclass and pg_get_constraintdef(oid) ilike '%is distinct from subject_id%';
  if found then execute format('alter table approvals drop constraint %I', v_name); end if;
end $$;
alter table approvals add check (proposed_by <> subject_id and decided_by <> subject_id);
