-- What:  offers of a limit, evidence of income, the history of a credit account; dates of report and review on it.
-- Why:   a limit rises only when its owner says yes, income is proven by a document, and what happened can be told.
-- Locks: a moment on credit_accounts for empty columns and two triggers; writes to instalments wait for one index.
-- Safe while the old version runs: yes, but its raises of a limit are refused: it keeps no consent to them.
-- Up Migration

alter table credit_accounts
  add column state_reason text check (state_reason in ('overdue', 'arrears', 'kyc_lapse', 'report_stale')),
  -- The day of the bureau report in use. Rule: LEND-P3.
  add column report_on date,
  add column review_on date,
  add column review_told_at timestamptz,
  -- The consent under which the limit has the height it has. Rule: LEND-P1.
  add column limit_consent_id uuid,
  add constraint credit_accounts_limit_consent foreign key (user_id, limit_consent_id) references consents (user_id, id);

update credit_accounts c
set report_on = (a.inputs -> 'bureau' ->> 'pulledOn')::date,
    review_on = (ist_date(a.at) + interval '6 months')::date
from credit_assessments a
where a.user_id = c.user_id and a.id = c.assessment_id;

create index credit_accounts_resting on credit_accounts (user_id) where state in ('blocked_due', 'suspended');
create index credit_accounts_by_report on credit_accounts (report_on) where state = 'active';
create index credit_accounts_by_review on credit_accounts (review_on) where review_told_at is null;
create index instalments_unpaid on instalments (due_on)
  where is_active and paid_principal_paise + paid_fee_paise + paid_interest_paise < principal_paise + fee_paise + interest_paise;

-- Rule: LEND-P1. Whatever code asks for it: a limit rises only under a consent that did not carry the old one.
create function keep_limit_consented() returns trigger language plpgsql as $$
begin
  if new.limit_paise > old.limit_paise
     and (new.limit_consent_id is null or new.limit_consent_id is not distinct from old.limit_consent_id) then
    raise exception 'the limit of % may not rise without a consent of its own', new.user_id;
  end if;
  return new;
end $$;
create trigger credit_accounts_keep_limit_consented before update of limit_paise on credit_accounts
  for each row execute function keep_limit_consented();

-- Every change of state or limit, written by the account itself.
create table credit_account_log (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null default new_id(),
  from_state text not null,
  to_state text not null,
  reason text,
  from_limit_paise bigint not null,
  to_limit_paise bigint not null,
  assessment_id uuid,
  at timestamptz not null,
  primary key (user_id, id)
);
select protect_user_table('credit_account_log');
grant select, insert on credit_account_log to mohlat_api, mohlat_worker;

create function log_credit_account() returns trigger language plpgsql as $$
begin
  insert into credit_account_log (user_id, from_state, to_state, reason, from_limit_paise, to_limit_paise, assessment_id, at)
  values (new.user_id, old.state, new.state, new.state_reason, old.limit_paise, new.limit_paise, new.assessment_id,
          new.updated_at);
  return null;
end $$;
create trigger credit_accounts_log after update of state, state_reason, limit_paise on credit_accounts
  for each row when (
    (old.state, old.state_reason, old.limit_paise) is distinct from (new.state, new.state_reason, new.limit_paise)
  ) execute function log_credit_account();

create table credit_offers (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  assessment_id uuid not null,
  limit_paise bigint not null check (limit_paise > 0),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'replaced')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (user_id, id),
  unique (user_id, assessment_id),
  foreign key (user_id, assessment_id) references credit_assessments (user_id, id),
  check ((status = 'open') = (decided_at is null))
);
create unique index credit_offers_one_open on credit_offers (user_id) where status = 'open';
select protect_user_table('credit_offers');
grant select, insert on credit_offers to mohlat_api, mohlat_worker;
grant update (status, decided_at) on credit_offers to mohlat_api, mohlat_worker;

-- A salary slip or bank statement; what the document shows counts, not what was typed.
create table income_evidence (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  kind text not null check (kind in ('salary_slip', 'bank_statement')),
  file_id uuid not null,
  declared_income_paise bigint not null check (declared_income_paise > 0),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  verified_income_paise bigint check (verified_income_paise > 0),
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The last day on which it counts.
  valid_until date,
  primary key (user_id, id),
  foreign key (user_id, file_id) references stored_files (user_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'verified') = (verified_income_paise is not null and valid_until is not null))
);
create unique index income_evidence_one_pending on income_evidence (user_id) where status = 'pending';
select protect_user_table('income_evidence');
grant select, insert on income_evidence to mohlat_api, mohlat_worker;
grant update (status, verified_income_paise, reason, decided_at, valid_until) on income_evidence to mohlat_worker;

-- A person is told of what they themselves have just done, in the same transaction; row-level security keeps it theirs.
grant insert on notifications to mohlat_api;

-- What the reviewer read in the document; empty where it shows what was typed.
alter table reviews add column verified_income_paise bigint check (verified_income_paise > 0);
grant update (verified_income_paise) on reviews to mohlat_staff;
