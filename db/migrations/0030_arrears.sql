-- What:  where credit stands follows from the history of days past due; hardships, contacts, outages of our own channels.
-- Why:   one truth about arrears, reminders that are sent once, and a pause for whoever says that they cannot pay on time.
-- Locks: a moment on credit_accounts for empty columns and a check; writes to dpd_log wait for one small index.
-- Safe while the old version runs: yes; the old version does not know an account that ended with its loan.
-- Up Migration

alter table credit_accounts
  -- The day from which arrears count again, after a person looked at an account that was suspended for them.
  add column reinstated_on date,
  -- The reason of the rest its owner was last told of.
  add column hold_told text;
update credit_accounts set hold_told = state_reason where state_reason is not null;
alter table credit_accounts drop constraint credit_accounts_state_reason_check;
alter table credit_accounts add constraint credit_accounts_state_reason_check
  check (state_reason in ('overdue', 'arrears', 'kyc_lapse', 'report_stale', 'npa', 'written_off'));

-- Most people never have a row here.
create index dpd_log_arrears on dpd_log (user_id, business_on) where is_active and (dpd > 30 or class = 'NPA');

-- Rule: LEND-23. Somebody says that they cannot pay on time: no contact and no new charges for a while. Days past due go on.
create table hardships (
  user_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  reason text not null check (reason in ('job_loss', 'illness', 'family', 'disaster', 'other')),
  note text check (length(note) <= 500),
  created_at timestamptz not null,
  from_on date not null,
  -- The last day of it.
  until_on date not null,
  -- The day at whose close nothing was past due any more. Taking the loan back to an earlier day takes this back, too.
  ended_on date,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  check (until_on >= from_on and ended_on >= from_on)
);
create index hardships_by_loan on hardships (user_id, loan_id, from_on desc);
create index hardships_newest on hardships (created_at desc, id desc);
select protect_user_table('hardships');
grant select, insert on hardships to mohlat_api;
grant select, insert, update on hardships to mohlat_worker;
select open_to_staff('hardships');
grant select on hardships to mohlat_staff;

-- Rule: LEND-23. Every contact about a repayment; of each step of the calendar one for each instalment.
create table contacts (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  number integer not null,
  step text not null,
  -- Where it went. Empty where the person wants to hear of such things nowhere: nothing was sent, and none is owed.
  channels text[] not null,
  at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create unique index contacts_once on contacts (user_id, loan_id, number, step);
create index contacts_recent on contacts (user_id, at desc);
select protect_user_table('contacts');
grant select on contacts to mohlat_api;
grant select, insert on contacts to mohlat_worker;

-- Rule: LEND-L3. Days at whose end nobody could repay because of us: no late charge follows from them.
create table channel_outages (
  day_on date primary key,
  reason text not null,
  noted_at timestamptz not null
);
grant select, insert on channel_outages to mohlat_worker;
