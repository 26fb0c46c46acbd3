-- What:  reports to credit information companies: one for each reference date, the records in it, and to whom it was submitted.
-- Why:   every loan is reported on the regulator's dates, with corrections, and nothing made the file (LEND-24, decision 184).
-- Locks: new tables; loans against writing for a moment, for the key that leads to them.
-- Safe while the old version runs: yes, it knows none of them.
-- Up Migration

-- Rule: LEND-24 (bureau).
create table bureau_reports (
  id uuid not null default new_id() constraint bureau_reports_pkey primary key,
  -- The reference date: figures are those of its close.
  as_on date not null constraint bureau_reports_as_on unique,
  -- The reference date before.
  after_on date not null,
  -- The last day on which it is submitted in time.
  due_on date not null,
  is_full boolean not null,
  begun_at timestamptz not null,
  -- Null while its records are written.
  made_at timestamptz,
  account_count integer not null default 0,
  correction_count integer not null default 0,
  balance_paise bigint not null default 0,
  overdue_paise bigint not null default 0,
  -- When its file was taken along last.
  fetched_at timestamptz,
  -- When the last of the companies had it.
  submitted_at timestamptz
);
create table bureau_submissions (
  report_id uuid not null constraint bureau_submissions_report references bureau_reports (id),
  company text not null constraint bureau_submissions_company_check check (company in ('cibil', 'crif', 'equifax', 'experian')),
  -- The company's receipt.
  reference text not null,
  submitted_at timestamptz not null,
  constraint bureau_submissions_pkey primary key (report_id, company)
);
-- Each record that is reported, as it is said of a person. A correction is of an earlier day than its report.
create table bureau_records (
  user_id uuid not null,
  loan_id uuid not null,
  reported_on date not null,
  as_on date not null constraint bureau_records_as_on_check check (as_on <= reported_on),
  status text not null constraint bureau_records_status_check check (status in ('open', 'written_off', 'settled', 'closed')),
  disbursed_on date not null,
  closed_on date,
  sanctioned_paise bigint not null,
  instalment_count integer not null,
  balance_paise bigint not null,
  overdue_paise bigint not null,
  days_past_due integer not null,
  asset_class text constraint bureau_records_class_check check (asset_class in ('STD', 'SMA0', 'SMA1', 'SMA2', 'NPA')),
  written_off_on date,
  written_off_paise bigint,
  settled_paise bigint,
  last_paid_on date,
  -- The times the loan had been taken back: more of them since, and its records are looked at again.
  rewound_count integer not null,
  constraint bureau_records_pkey primary key (user_id, loan_id, reported_on, as_on),
  constraint bureau_records_loan_fkey foreign key (user_id, loan_id) references loans (user_id, id)
);
create index bureau_records_by_report on bureau_records (reported_on, user_id, loan_id, as_on);
select protect_user_table('bureau_records');
grant select on bureau_records to mohlat_api;
grant select, insert on bureau_records to mohlat_worker;
grant select, insert, update on bureau_reports to mohlat_worker;
grant select, insert, update on bureau_submissions to mohlat_worker;
