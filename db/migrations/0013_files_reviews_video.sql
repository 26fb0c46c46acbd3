-- What:  encrypted files, the recorded video step, the review queue, a door for staff, and the audit log.
-- Why:   a recording is kept sealed and judged by a person; what staff look at and decide stays written down.
-- Locks: a moment on kyc_records for two empty columns; the rest are new objects.
-- Safe while the old version runs: yes, it knows none of this.
-- Up Migration

-- Staff look at a few columns of everybody's rows and decide; whatever follows from that is done by the worker.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'mohlat_staff') then
    begin
      create role mohlat_staff nologin noinherit nobypassrls;
    exception when duplicate_object or unique_violation then null; -- another database of the cluster was quicker
    end;
  end if;
  begin
    execute format('grant mohlat_staff to %I', current_user);
  exception when others then
    if not pg_has_role(current_user, 'mohlat_staff', 'member') then raise; end if;
  end;
end $$;
grant usage on schema public, auth to mohlat_staff;

/* The member of staff this transaction acts as; set by auth.enter_staff after it has looked. */
create function app_staff_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.staff_id', true), '')::uuid $$;
grant execute on function app_staff_id() to mohlat_staff;

/* Lets staff see the rows of a user-owned table; which columns, grants say. */
create function open_to_staff(t regclass) returns void language plpgsql as $$
begin
  execute format('create policy staff_reads on %s for select to mohlat_staff using (app_staff_id() is not null)', t);
end $$;

-- The content lies elsewhere, encrypted under a key of its own; the sealed key is here. Without the key the file is gone,
-- in every backup too. A row that was never kept is what a crash left behind.
create table stored_files (
  user_id uuid not null,
  id uuid not null,
  purpose text not null,
  type text not null,
  size_bytes integer not null check (size_bytes > 0),
  -- Keyed hash of the plain content; it stays when the file is erased.
  content_hash bytea not null,
  key_sealed bytea,
  created_at timestamptz not null,
  kept_at timestamptz,
  erased_at timestamptz,
  removed_at timestamptz,
  primary key (user_id, id),
  check ((key_sealed is null) = (erased_at is not null))
);
create index stored_files_unkept on stored_files (created_at) where kept_at is null and removed_at is null;
create index stored_files_to_remove on stored_files (erased_at) where erased_at is not null and removed_at is null;
select protect_user_table('stored_files');
grant select, insert on stored_files to mohlat_api, mohlat_worker;
grant update (key_sealed, kept_at, erased_at, removed_at) on stored_files to mohlat_api, mohlat_worker;

-- What a person is to say in the recording; it counts once.
create table video_challenges (
  user_id uuid not null references profiles (user_id),
  id uuid not null,
  phrase text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  primary key (user_id, id)
);
select protect_user_table('video_challenges');
grant select, insert on video_challenges to mohlat_api, mohlat_worker;
grant update (completed_at) on video_challenges to mohlat_api, mohlat_worker;

create table video_parts (
  user_id uuid not null,
  challenge_id uuid not null,
  part_index smallint not null check (part_index between 0 and 63),
  file_id uuid not null,
  size_bytes integer not null check (size_bytes > 0),
  received_at timestamptz not null,
  primary key (user_id, challenge_id, part_index),
  foreign key (user_id, challenge_id) references video_challenges (user_id, id),
  foreign key (user_id, file_id) references stored_files (user_id, id)
);
select protect_user_table('video_parts');
grant select, insert, update, delete on video_parts to mohlat_api, mohlat_worker;

create table video_recordings (
  user_id uuid not null,
  id uuid not null,
  challenge_id uuid not null,
  file_id uuid not null,
  location_sealed bytea not null,
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, challenge_id),
  foreign key (user_id, challenge_id) references video_challenges (user_id, id),
  foreign key (user_id, file_id) references stored_files (user_id, id)
);
select protect_user_table('video_recordings');
grant select, insert on video_recordings to mohlat_api, mohlat_worker;

alter table kyc_records add column if not exists video_reason_code text;
alter table kyc_records add column if not exists video_verified_at timestamptz;

-- What waits for a person's judgement. The verdict is written by staff or by the desk, its effects by the worker.
create table reviews (
  user_id uuid not null references profiles (user_id),
  id uuid not null,
  kind text not null check (kind in ('video', 'income', 'pan')),
  subject_id uuid not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected')),
  reason_code text,
  reason text,
  -- A member of staff; null where the desk decided.
  decided_by uuid,
  decided_at timestamptz,
  applied_at timestamptz,
  created_at timestamptz not null,
  -- The desk of the trial installation: since when it knows, and when to look there again.
  announced_at timestamptz,
  next_look_at timestamptz,
  primary key (user_id, id),
  check ((status = 'open') = (decided_at is null))
);
create unique index reviews_one_open on reviews (user_id, kind) where status = 'open';
create index reviews_queue on reviews (status, created_at, id);
-- A verdict names its review, never the user.
create index reviews_by_id on reviews (id);
create index reviews_to_look on reviews (next_look_at) where status = 'open';
create index reviews_to_apply on reviews (decided_at) where status <> 'open' and applied_at is null;
select protect_user_table('reviews');
grant select, insert on reviews to mohlat_api, mohlat_worker;
grant update on reviews to mohlat_worker;

select open_to_staff('reviews');
select open_to_staff('profiles');
grant select on reviews to mohlat_staff;
grant select (user_id, full_name) on profiles to mohlat_staff;
-- Nobody decides about their own account, and nothing is decided twice.
create policy staff_decides on reviews for update to mohlat_staff
  using (app_staff_id() is not null and user_id <> app_staff_id() and status = 'open')
  with check (decided_by = app_staff_id() and status <> 'open');
grant update (status, reason_code, reason, decided_by, decided_at) on reviews to mohlat_staff;

-- Who did what to whom and why. Each row carries the hash of the one before it: one taken out or changed shows.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'desk', 'system')),
  actor_id uuid,
  action text not null,
  object_kind text not null,
  object_id uuid,
  -- Whose account it concerns.
  subject_id uuid,
  details jsonb not null,
  reason text,
  ip inet,
  request_id text,
  hash bytea not null
);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
