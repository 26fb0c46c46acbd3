-- What:  proposals that need a second member of staff; waivers, settlements, write-offs, rates of the loss allowance.
-- Why:   what moves money or limits beyond a bound is decided by two people, never by one; losses stand in the books.
-- Locks: short exclusive ones on loans while a check is read and an empty column is added; the rest is new.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-24 (maker and checker). One proposes, another decides; what follows happens in the deciding transaction.
create table approvals (
  id uuid primary key default new_id(),
  kind text not null,
  -- What it is about: a loan, a difference with the rail, a refund.
  object_id uuid not null,
  -- Whose account it concerns; null where it is nobody's.
  subject_id uuid,
  payload jsonb not null,
  reason text not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected', 'withdrawn', 'expired')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check ((status in ('open', 'expired')) = (decided_by is null)),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'withdrawn') = (decided_by is not null and decided_by = proposed_by)),
  check (proposed_by is distinct from subject_id and decided_by is distinct from subject_id)
);
-- Of one thing one proposal of a kind is open.
create unique index approvals_one_open on approvals (kind, object_id) where status = 'open';
create index approvals_queue on approvals (status, proposed_at, id);
create index approvals_to_expire on approvals (expires_at) where status = 'open';
create index approvals_by_object on approvals (object_id);
alter table approvals enable row level security;
alter table approvals force row level security;
create policy all_rows on approvals to mohlat_worker using (true) with check (true);
select open_to_staff('approvals');
grant select on approvals to mohlat_staff;
grant select, insert on approvals to mohlat_worker;
grant update (status, decided_by, decided_at, note) on approvals to mohlat_worker;

alter table loans drop constraint loans_status_check;
alter table loans add constraint loans_status_check
  check (status in ('active', 'npa', 'closed', 'settled', 'exited', 'unwound', 'written_off'));
-- It stays when a written-off loan is repaid after all: a bureau asks.
alter table loans add column written_off_on date;
-- Staff name a payment, never its owner.
create index loans_by_id on loans (id);
-- The allowance of a loan is looked up at every month's end and at its own end.
update accounts set tracked = true where code = 'A290';

-- Rule: LEND-16 journal 22. What is let off: by staff, or because it is too little to ask for. A fact: where the loan is
-- taken back to an earlier day it is granted anew in its turn, over what is there then and never more.
create table waivers (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  origin text not null check (origin in ('staff', 'tiny')),
  component text not null check (component in ('interest', 'fee', 'penal', 'bounce', 'all')),
  granted_paise bigint not null check (granted_paise > 0),
  -- What it came to; null while the loan is being taken back and lived anew.
  applied_paise bigint check (applied_paise between 0 and granted_paise),
  reason text,
  granted_by uuid,
  -- Above what one person may grant: the decision of two.
  approval_id uuid references approvals (id),
  granted_at timestamptz not null,
  effective_on date not null,
  journal_id uuid,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, journal_id) references journals (user_id, id),
  check ((origin = 'staff') = (granted_by is not null and reason is not null))
);
create index waivers_by_loan on waivers (user_id, loan_id, granted_at);
select protect_user_table('waivers');
grant select on waivers to mohlat_api;
grant select, insert, update on waivers to mohlat_worker;

-- Which instalment or charge a waiver covers, as allocations say it of a repayment.
create table waiver_shares (
  user_id uuid not null,
  id uuid not null default new_id(),
  waiver_id uuid not null,
  loan_id uuid not null,
  number integer,
  charge_id uuid,
  component text not null check (component in ('interest', 'fee', 'principal', 'penal', 'bounce')),
  amount_paise bigint not null check (amount_paise > 0),
  is_active boolean not null default true,
  primary key (user_id, id),
  foreign key (user_id, waiver_id) references waivers (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, charge_id) references charges (user_id, id),
  check ((number is null) <> (charge_id is null))
);
create index waiver_shares_by_loan on waiver_shares (user_id, loan_id) where is_active;
create index waiver_shares_by_waiver on waiver_shares (user_id, waiver_id);
select protect_user_table('waiver_shares');
grant select on waiver_shares to mohlat_api;
grant select, insert, update on waiver_shares to mohlat_worker;

-- A lower sum that ends the loan when it is received by a day. Whether it was is read from the repayments.
create table settlements (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  agreed_paise bigint not null check (agreed_paise > 0),
  pay_by date not null,
  agreed_at timestamptz not null,
  approval_id uuid not null references approvals (id),
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create index settlements_by_loan on settlements (user_id, loan_id, agreed_at desc);
select protect_user_table('settlements');
grant select on settlements to mohlat_api;
grant select, insert on settlements to mohlat_worker;

-- Rule: LEND-16 journal 29, LEND-D5. The decision of two people, and what was given up by it; the borrower still owes it.
create table write_offs (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  approval_id uuid not null references approvals (id),
  decided_at timestamptz not null,
  effective_on date not null,
  principal_paise bigint,
  fee_paise bigint,
  interest_paise bigint,
  charges_paise bigint,
  -- Null while the loan is being taken back and lived anew; false where nothing was owed then.
  is_applied boolean,
  journal_id uuid,
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, journal_id) references journals (user_id, id)
);
create index write_offs_by_loan on write_offs (user_id, loan_id);
select protect_user_table('write_offs');
grant select on write_offs to mohlat_api;
grant select, insert, update on write_offs to mohlat_worker;

-- Rule: LEND-D7. Of principal and fee, by the class at the month's end.
update settings set content = content || '{"lossAllowance": {"earlyBps": 100, "lateBps": 1500, "npaBps": 6000}}';
