-- What:  the collection rail's settlement file, disputes of repayments, money that came without an owner.
-- Why:   what people paid is ours once it is in the bank, to the paisa; some of it is fought over, some names nobody.
-- Locks: short exclusive ones on repayments, loans and charges while empty columns are added; the rest is new.
-- Safe while the old version runs: yes, it knows none of this.
-- Up Migration

-- Each time the file was asked for: every row settled up to this day was there.
create table settlement_reads (
  provider text not null,
  read_on date not null,
  -- The days before are over: nothing is added to them any more.
  final_through_on date not null,
  row_count integer not null,
  read_at timestamptz not null,
  primary key (provider, read_on)
);
grant select, insert, update on settlement_reads to mohlat_worker;
grant select on settlement_reads to mohlat_staff;

-- A row of the file as it was read, and whose it turned out to be. Nobody's name stands here, only references.
create table settlement_rows (
  id uuid primary key default new_id(),
  provider text not null,
  -- Rule: LEND-C4. Read twice, it is one row.
  row_hash bytea not null,
  settled_on date not null,
  settlement_ref text not null,
  settlement_utr text,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'other')),
  entity_ref text not null,
  payment_ref text,
  order_ref text,
  dispute_ref text,
  amount_paise bigint not null check (amount_paise >= 0),
  -- The fee holds its tax.
  fee_paise bigint not null check (fee_paise >= 0),
  tax_paise bigint not null check (tax_paise >= 0),
  credit_paise bigint not null check (credit_paise >= 0),
  debit_paise bigint not null check (debit_paise >= 0),
  -- When the money moved at the payer's side.
  occurred_at timestamptz not null,
  read_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'differs')),
  -- The repayment, refund, dispute or receipt it belongs to, and whose that is.
  owner_id uuid,
  subject_id uuid,
  looked_at timestamptz,
  matched_at timestamptz,
  unique (provider, row_hash),
  check ((state = 'matched') = (matched_at is not null))
);
create index settlement_rows_waiting on settlement_rows (looked_at nulls first, id) where state = 'waiting';
create index settlement_rows_by_entity on settlement_rows (provider, entity_ref);
create index settlement_rows_newest on settlement_rows (state, read_at desc, id desc);
create index settlement_rows_by_subject on settlement_rows (subject_id) where subject_id is not null;
create index settlement_rows_by_batch on settlement_rows (settlement_ref);
grant select, insert, update on settlement_rows to mohlat_worker;
grant select (id, kind, state, settled_on, settlement_ref, settlement_utr, entity_ref, payment_ref, amount_paise, fee_paise,
  credit_paise, debit_paise, read_at, matched_at) on settlement_rows to mohlat_staff;

-- What the rail took and has not settled: few rows, looked through every day.
alter table repayments add column settled_on date;
create index repayments_unsettled on repayments (received_at)
  where settled_on is null and provider_payment_ref is not null;
-- Money that named nobody at first and was given to its loan by staff.
alter table repayments drop constraint repayments_channel_check;
alter table repayments add constraint repayments_channel_check
  check (channel in ('checkout', 'mandate', 'reward', 'identified'));

-- Rule: LEND-16 journal 34. A repayment the payer's bank demands back.
create table chargebacks (
  user_id uuid not null,
  id uuid not null default new_id(),
  repayment_id uuid not null,
  loan_id uuid not null,
  dispute_ref text not null,
  amount_paise bigint not null check (amount_paise > 0),
  phase text not null,
  reason_code text,
  respond_by timestamptz,
  status text not null check (status in ('open', 'won', 'lost', 'review')),
  -- The rail holds the money back from our settlements.
  deducted_at timestamptz,
  opened_at timestamptz not null,
  ended_at timestamptz,
  next_look_at timestamptz,
  primary key (user_id, id),
  unique (user_id, dispute_ref),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, repayment_id) references repayments (user_id, id)
);
create index chargebacks_by_repayment on chargebacks (user_id, repayment_id);
create index chargebacks_by_loan on chargebacks (user_id, loan_id);
create index chargebacks_by_dispute on chargebacks (dispute_ref);
create index chargebacks_to_look_at on chargebacks (next_look_at) where next_look_at is not null;
create index chargebacks_newest on chargebacks (status, opened_at desc, id desc);
select protect_user_table('chargebacks');
select open_to_staff('chargebacks');
grant select on chargebacks to mohlat_api, mohlat_staff;
grant select, insert, update on chargebacks to mohlat_worker;

-- Rule: LEND-W7. Up to this day only late charges are levied that stood before a repayment was taken back.
alter table loans add column no_new_penal_through_on date;
-- The rewind that took the charge back: what stood just before a day is lived again.
alter table charges add column reversed_in integer;

-- Rule: LEND-16 journal 24. Money in, no owner.
create table unidentified_receipts (
  id uuid primary key default new_id(),
  provider text not null,
  payment_ref text not null,
  order_ref text,
  amount_paise bigint not null check (amount_paise > 0),
  is_credit_source boolean not null,
  received_at timestamptz not null,
  value_on date not null,
  -- held: nobody's; identified: given to a loan; returning, returned: to where it came from.
  status text not null check (status in ('held', 'identified', 'returning', 'returned')),
  -- The repayment its order seems to name. A hint for staff, never an owner.
  hinted_repayment_id uuid,
  return_on date not null,
  created_at timestamptz not null,
  owner_id uuid,
  loan_id uuid,
  identified_by uuid,
  identified_at timestamptz,
  sent_at timestamptz,
  next_look_at timestamptz,
  refund_ref text,
  returned_at timestamptz,
  unique (provider, payment_ref),
  check ((status = 'identified') = (owner_id is not null and loan_id is not null))
);
create index unidentified_receipts_newest on unidentified_receipts (status, created_at desc, id desc);
create index unidentified_receipts_to_return on unidentified_receipts (return_on) where status = 'held';
create index unidentified_receipts_to_look_at on unidentified_receipts (next_look_at) where next_look_at is not null;
grant select, insert, update on unidentified_receipts to mohlat_worker;
grant select on unidentified_receipts to mohlat_staff;

-- Due dates of differences follow from it, for whoever opens one.
grant execute on function working_days_after(date, integer) to mohlat_worker;
