-- What:  what was asked of providers, how their circuits stand, the ledger summed by closed day, and orders for staff's lists.
-- Why:   staff see at a glance how business and rails stand, and what happened to one payment, without adding up a year.
-- Locks: short ones on payments, payment_attempts, loans, presentations, cards and the accounts for indexes; the rest is new.
-- Safe while the old version runs: yes.
-- Up Migration

-- One row per call that went out or was kept in; neither what was said nor to whom.
create table provider_calls (
  id uuid primary key default new_id(),
  at timestamptz not null,
  provider text not null,
  op text not null,
  -- `ok`, or the name of the error the caller got.
  result text not null,
  attempt integer not null,
  duration_ms integer not null check (duration_ms >= 0),
  http_status integer,
  -- The provider's own name of the call.
  trace text,
  -- What it was for: of background work the payment, repayment or refund.
  request_id text
);
create index provider_calls_by_time on provider_calls (at);
create index provider_calls_by_request on provider_calls (request_id, at) where request_id is not null;
grant select, insert, delete on provider_calls to mohlat_worker;

-- As the process that last changed it sees it.
create table provider_circuits (
  name text primary key,
  state text not null check (state in ('closed', 'half_open', 'open')),
  since timestamptz not null
);
grant select, insert, update on provider_circuits to mohlat_worker;

-- A closed day is never posted on again (LEND-B6), so its sums are final.
create table ledger_days (
  day_on date not null references business_days (day_on),
  source_kind text not null,
  account text not null references accounts (code),
  debit_paise bigint not null check (debit_paise >= 0),
  credit_paise bigint not null check (credit_paise >= 0),
  debit_count integer not null check (debit_count >= 0),
  credit_count integer not null check (credit_count >= 0),
  primary key (day_on, source_kind, account)
);
grant select, insert on ledger_days to mohlat_worker;
-- Which closed days are summed.
alter table business_days add column summed_at timestamptz;
create index business_days_to_sum on business_days (day_on) where closed_at is not null and summed_at is null;
grant update (summed_at) on business_days to mohlat_worker;

-- Staff look over all people: lists by time and amount, one payment by its id or by a reference.
create index payments_for_staff on payments (accepted_at, id);
create index payments_by_amount on payments (amount_paise, id);
create index payments_by_id on payments (id);
create index payments_by_rail_reference on payments (rail_reference) where rail_reference is not null;
create index payments_unknown on payments (accepted_at) where bill_status = 'unknown' or needs_review;
create index cards_by_last_four on cards (last4);
create index loans_open on loans (user_id, id) where status in ('active', 'npa');
create index presentations_failed on presentations (ended_at) where state = 'failed';
create index users_by_creation on auth.users (created_at) where deleted_at is null;
create index audit_log_of_object on audit_log (object_id, seq) where object_id is not null;
