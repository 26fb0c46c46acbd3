-- What:  what staff see of accounts, notes about them, blocks, limits they propose, and who may read the audit log.
-- Why:   somebody who answers a person needs the whole story in one place, found in a moment among many thousands.
-- Locks: short ones on profiles, credit_accounts, credit_offers and auth.users while indexes are built; the rest is new.
-- Safe while the old version runs: yes.
-- Up Migration

-- What the sign-in tables say of accounts, to whoever acts as staff in this transaction and to nobody else.
create view staff_accounts as
  select id, email, phone, email_confirmed_at is not null as is_email_confirmed,
    phone_confirmed_at is not null as is_phone_confirmed, created_at, last_sign_in_at, banned_until, deleted_at,
    app_metadata ->> 'is_admin' = 'true' as is_staff, staff_roles(app_metadata) as roles
  from auth.users where app_staff_id() is not null;
create view staff_sessions as
  select user_id, id, aal, auth.second_factor_at(amr) as second_factor_at, user_agent, ip, created_at, refreshed_at
  from auth.sessions where app_staff_id() is not null;
create view staff_account_events as
  select user_id, id, what, at from auth.events where app_staff_id() is not null;
grant select on staff_accounts, staff_sessions to mohlat_staff, mohlat_worker;
grant select on staff_account_events to mohlat_worker;
-- A view's functions run as whoever reads it.
grant execute on function staff_roles(jsonb), auth.second_factor_at(jsonb) to mohlat_staff, mohlat_worker;

-- Found by the beginning of an address, by the beginning of a name or a whole word of it; in the order of joining.
create index users_by_email_beginning on auth.users (email text_pattern_ops);
create index users_banned on auth.users (created_at, id) where banned_until is not null;
create index users_deleted on auth.users (created_at, id) where deleted_at is not null;
create index profiles_by_name_beginning on profiles (lower(full_name) text_pattern_ops);
create index profiles_by_name_word on profiles using gin (string_to_array(lower(full_name), ' '));
-- Whoever is past due is among these: with an active account nothing is overdue (LEND-14).
create index credit_accounts_held on credit_accounts (user_id) where state in ('blocked_due', 'suspended', 'revoked');

-- Every version stays; the newest counts. Two who change the same version: the key lets one of them.
create table user_notes (
  user_id uuid not null,
  id uuid not null,
  version integer not null check (version > 0),
  text_sealed bytea not null,
  written_by uuid not null,
  written_at timestamptz not null,
  primary key (user_id, id, version),
  check (written_by <> user_id)
);
create index user_notes_newest on user_notes (user_id, written_at desc, id desc) where version = 1;
select protect_user_table('user_notes');
grant select on user_notes to mohlat_api;
grant select, insert, delete on user_notes to mohlat_worker;
grant update (text_sealed) on user_notes to mohlat_worker;

-- One lasts at a time. Set by one member of staff at once, lifted by two.
create table account_blocks (
  user_id uuid not null,
  id uuid not null default new_id(),
  reason text not null,
  blocked_by uuid not null,
  blocked_at timestamptz not null,
  lifted_at timestamptz,
  approval_id uuid references approvals (id),
  primary key (user_id, id),
  check (blocked_by <> user_id),
  check ((lifted_at is null) = (approval_id is null))
);
create unique index account_blocks_one on account_blocks (user_id) where lifted_at is null;
select protect_user_table('account_blocks');
grant select on account_blocks to mohlat_api;
grant select, insert, delete on account_blocks to mohlat_worker;
grant update (lifted_at, approval_id) on account_blocks to mohlat_worker;

-- An offer may come of two members of staff instead of an assessment; it is made on the assessment there is.
alter table credit_offers add column approval_id uuid references approvals (id);
alter table credit_offers drop constraint credit_offers_user_id_assessment_id_key;
create unique index credit_offers_of_assessment on credit_offers (user_id, assessment_id) where approval_id is null;

-- Read by risk and by who administers staff; by the worker where it carries out what staff ask for. Rule: LEND-24.
alter table audit_log enable row level security;
create policy staff_reads on audit_log for select to mohlat_staff
  using (app_staff_id() is not null and (app_staff_has('risk') or app_staff_has('admin')));
create policy for_staff on audit_log for select to mohlat_worker using (app_staff_id() is not null);
grant select (seq, at, actor_kind, actor_id, action, object_kind, object_id, subject_id, details, reason, ip, request_id)
  on audit_log to mohlat_staff, mohlat_worker;
create index audit_log_by_actor on audit_log (actor_id, seq) where actor_id is not null;
create index audit_log_by_subject on audit_log (subject_id, seq) where subject_id is not null;
create index audit_log_by_action on audit_log (action text_pattern_ops, seq);
create index audit_log_by_time on audit_log (at);
