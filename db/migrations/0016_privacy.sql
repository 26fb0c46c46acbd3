-- What:  preferences, who looked at a person's data, closed accounts; a claimed PAN can be let go; erasure is possible.
-- Why:   a person sees, exports and erases what is held about them, and what the law keeps goes when its time is over.
-- Locks: new tables; four columns without a rewrite.
-- Safe while the old version runs: yes. It never empties an attempt's request, and a claim without a date holds.
-- Up Migration

create table preferences (
  user_id uuid primary key,
  language text check (language in ('en', 'hi')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  by_email boolean not null default true,
  by_sms boolean not null default true,
  in_app boolean not null default true,
  -- Indian clock times between which what can wait does; both or none.
  quiet_from time,
  quiet_until time,
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
select protect_user_table('preferences');
grant select, insert, update on preferences to mohlat_api;
grant select, delete on preferences to mohlat_worker;

-- Who took a copy of a person's data or closed their account, and when.
create table access_log (
  user_id uuid not null,
  id uuid not null default new_id(),
  what text not null check (what in ('export_json', 'export_pdf', 'account_closed')),
  -- 'self', or the staff member who looked.
  actor text not null,
  ip inet,
  request_id text,
  at timestamptz not null,
  primary key (user_id, id)
);
create index access_log_by_age on access_log (at);
select protect_user_table('access_log');
grant select, insert on access_log to mohlat_api;
grant select, insert, delete on access_log to mohlat_worker;

-- A closed account and what its owner was told is kept. What is left of it goes in steps, each at its time.
create table account_closures (
  user_id uuid primary key,
  -- visitor: never applied; applicant: identity checked or refused, never a limit; customer: had a limit.
  standing text not null check (standing in ('visitor', 'applicant', 'customer')),
  answer jsonb not null,
  closed_at timestamptz not null,
  -- Set once everything that nobody may keep is gone.
  erased_at timestamptz,
  -- The retention rules that have been carried out since.
  done text[] not null default '{}'
);
create index account_closures_by_age on account_closures (closed_at);
select protect_user_table('account_closures');
grant select, insert on account_closures to mohlat_api;
grant select, update on account_closures to mohlat_worker;

-- From then on another account may claim the PAN; the keyed hash itself stays, against fraud.
alter table identity_claims add column released_at timestamptz;

-- The request is kept to be sent again byte for byte; once the account is closed nothing is sent again.
alter table payment_attempts alter column mobile_sealed drop not null;
alter table payment_attempts alter column request_sealed drop not null;

-- Found at once where somebody took a consent back, which is rare.
create index consents_withdrawn on consents (user_id, purpose) where withdrawn_at is not null;
