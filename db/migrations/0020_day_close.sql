-- What:  charges, the history of days past due, parked loans, where an instalment's interest begins, the late policy.
-- Why:   the end of the day closes every loan's day: interest, arrears, demands and late charges.
-- Locks: brief exclusive ones on instalments, allocations and loan_days while columns are added.
-- Safe while the old version runs: no (a booking by the old version does not say where interest begins).
-- Up Migration

alter table instalments add column start_on date;
update instalments i set start_on = p.start_on
from (
  select i.user_id, i.id, lag(i.due_on, 1, l.disbursed_on) over (partition by i.user_id, i.loan_id, i.version order by i.number) as start_on
  from instalments i join loans l on l.user_id = i.user_id and l.id = i.loan_id
) p
where p.user_id = i.user_id and p.id = i.id;
alter table instalments alter column start_on set not null;
alter table instalments add check (start_on < due_on);
-- What is past due is looked for every day; most loans have nothing here.
create index instalments_owed on instalments (user_id, loan_id, due_on) where is_active and is_demanded
  and paid_principal_paise + paid_fee_paise + paid_interest_paise < principal_paise + fee_paise + interest_paise;

-- How often a loan was taken back to an earlier day: what is lived through again needs names of its own in the ledger.
alter table loans add column rewound_count integer not null default 0;

-- A loan that is no longer owed has no days to close.
alter table loan_days add column is_open boolean not null default true;
update loan_days d set is_open = false from loans l
where l.user_id = d.user_id and l.id = d.loan_id and l.status not in ('active', 'npa');
create index loan_days_to_close on loan_days (closed_through_on, user_id) where is_open;

-- Rule: LEND-L4. A charge is no interest: it is never added to principal and never charged itself.
create table charges (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  kind text not null check (kind in ('penal', 'bounce')),
  number integer not null,
  -- Days late for a penal charge, 0 for a bounce: what makes it the one of its kind.
  late_days integer not null,
  levied_on date not null,
  -- Rule: LEND-L7. From this day on it counts as overdue.
  overdue_on date not null,
  amount_paise bigint not null check (amount_paise > 0),
  paid_paise bigint not null default 0,
  waived_paise bigint not null default 0,
  -- Would not have arisen: money came in whose value date lay before it.
  reversed_on date,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  check (paid_paise >= 0 and waived_paise >= 0 and paid_paise + waived_paise <= amount_paise)
);
create unique index charges_once on charges (user_id, loan_id, kind, number, late_days) where reversed_on is null;
select protect_user_table('charges');
grant select on charges to mohlat_api;
grant select, insert, update on charges to mohlat_worker;

alter table allocations add column charge_id uuid;
alter table allocations add foreign key (user_id, charge_id) references charges (user_id, id);
-- Which settlement wrote a share and which one wrote it anew, so that a settlement can be taken back.
alter table allocations add column written_by uuid, add column released_by uuid;
update allocations set written_by = repayment_id;
alter table allocations alter column written_by set not null;
alter table allocations add foreign key (user_id, written_by) references repayments (user_id, id);
alter table allocations add foreign key (user_id, released_by) references repayments (user_id, id);

-- The journal that stands for a repayment now; an earlier one may have been taken back and written anew.
alter table repayments add column journal_id uuid;
update repayments r set journal_id = j.id from journals j
where j.user_id = r.user_id and j.source_kind = 'repayment' and j.source_id = r.id;
alter table repayments add foreign key (user_id, journal_id) references journals (user_id, id);

-- Rule: LEND-D6. One active row per live loan and business date, without gaps.
create table dpd_log (
  user_id uuid not null,
  loan_id uuid not null,
  business_on date not null,
  version integer not null default 1,
  dpd integer not null check (dpd >= 0),
  class text not null check (class in ('STD', 'SMA0', 'SMA1', 'SMA2', 'NPA')),
  is_active boolean not null default true,
  primary key (user_id, loan_id, business_on, version),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create unique index dpd_log_one_active on dpd_log (user_id, loan_id, business_on) where is_active;
select protect_user_table('dpd_log');
grant select on dpd_log to mohlat_api;
grant select, insert, update on dpd_log to mohlat_worker;

-- Days closed before this history began are taken as they stood: nothing was ever overdue then without being shown.
insert into dpd_log (user_id, loan_id, business_on, dpd, class)
select d.user_id, d.loan_id, day::date, n.dpd,
  case when n.dpd = 0 then 'STD' when n.dpd <= 30 then 'SMA0' when n.dpd <= 60 then 'SMA1' when n.dpd <= 90 then 'SMA2' else 'NPA' end
from loan_days d
join loans l on l.user_id = d.user_id and l.id = d.loan_id and d.is_open
cross join lateral generate_series(l.disbursed_on, d.closed_through_on, interval '1 day') as day
cross join lateral (
  select coalesce(day::date - min(i.due_on) + 1, 0) as dpd from instalments i
  where i.user_id = d.user_id and i.loan_id = d.loan_id and i.is_active and i.due_on <= day::date
    and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise < i.principal_paise + i.fee_paise + i.interest_paise
) n;

-- Rule: LEND-B5. A loan whose day could not be closed waits here; the others go on.
create table parked_loans (
  user_id uuid not null,
  id uuid not null,
  business_on date not null,
  reason text not null,
  parked_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, id) references loans (user_id, id)
);
select protect_user_table('parked_loans');
grant select, insert, update, delete on parked_loans to mohlat_worker;

grant update (closed_at) on business_days to mohlat_worker;
grant insert on business_days to mohlat_worker;

-- Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L6. Part of every version: a loan keeps the terms it was sold under.
update settings set content = content || '{
  "late": {
    "graceDays": 3, "levyOnLateDays": [4, 34, 64], "capBps": 1000, "bouncePaise": 10000, "chargeAboveBandsPaise": 50000,
    "bands": [
      {"unpaidUpToPaise": 50000, "chargePaise": 0},
      {"unpaidUpToPaise": 200000, "chargePaise": 5000},
      {"unpaidUpToPaise": 500000, "chargePaise": 10000},
      {"unpaidUpToPaise": 1000000, "chargePaise": 20000},
      {"unpaidUpToPaise": 2500000, "chargePaise": 35000}
    ]
  }
}';

-- One line of a journal on its way into the ledger; the journal's own loan stands beside the line's.
create type ledger_line as (
  user_id uuid, source_kind text, source_id uuid, loan_id uuid, effective_on date,
  account text, line_loan_id uuid, amount_paise bigint
);
