-- What:  disputes of money without an owner, as rows of their own; the part of such money that its payer's bank has taken; a line of the
--        chart for money that is kept again after a dispute was won late.
-- Why:   such a dispute was a difference alone. Clearing the difference let the money go before the rail's word, money that was lost stayed
--        in the books for ever, and a dispute won late freed nothing.
-- Locks: unidentified_receipts for a moment: a column with a constant default, a check that reads its few rows.
-- Safe while the old version runs: yes. It writes differences alone, and an open one holds the money as before.
-- Up Migration

create table receipt_disputes (
  id uuid primary key default new_id(),
  dispute_ref text not null unique,
  payment_ref text not null,
  amount_paise bigint not null check (amount_paise > 0),
  phase text not null,
  reason_code text,
  respond_by timestamptz,
  -- given: its money found its owner, and the dispute is a row of chargebacks since.
  status text not null check (status in ('open', 'won', 'lost', 'given')),
  opened_at timestamptz not null,
  -- When the books took it as lost, once; also of one that was won after it.
  lost_at timestamptz,
  ended_at timestamptz,
  next_look_at timestamptz,
  -- The part of a lost one that money kept without an owner paid.
  met_paise bigint not null default 0 check (met_paise between 0 and amount_paise)
);
create index receipt_disputes_by_payment on receipt_disputes (payment_ref);
create index receipt_disputes_to_look_at on receipt_disputes (next_look_at) where next_look_at is not null;
alter table receipt_disputes enable row level security;
create policy all_rows on receipt_disputes to mohlat_worker using (true) with check (true);
select open_to_staff('receipt_disputes');
grant select, insert, update on receipt_disputes to mohlat_worker;
grant select on receipt_disputes to mohlat_staff;

-- `amount_paise` less this is what is kept.
alter table unidentified_receipts add column taken_paise bigint not null default 0;
alter table unidentified_receipts
  add constraint unidentified_receipts_taken_paise_check check (taken_paise between 0 and amount_paise);
alter table unidentified_receipts drop constraint unidentified_receipts_status_check;
-- taken_back: its payer's bank has all of it.
alter table unidentified_receipts add constraint unidentified_receipts_status_check
  check (status in ('held', 'identified', 'returning', 'returned', 'taken_back'));

insert into allowed_journals (kind, account, side) values ('chargeback', 'L320', 'credit');

-- Each is open until the rail is asked again: its last word may be one that the difference does not have.
insert into receipt_disputes (dispute_ref, payment_ref, amount_paise, phase, reason_code, respond_by, status, opened_at, next_look_at)
select distinct on (b.reference) b.reference, b.detail ->> 'paymentRef', b.theirs_paise, coalesce(b.detail ->> 'phase', 'chargeback'),
  b.detail ->> 'reasonCode', (b.detail ->> 'respondBy')::timestamptz, 'open',
  coalesce((b.detail ->> 'createdAt')::timestamptz, b.opened_at), now()
from reconciliation_breaks b
where b.kind = 'dispute_unmatched' and b.reference is not null and b.theirs_paise > 0 and b.detail ? 'paymentRef'
  and not exists (select 1 from repayments r where r.provider_payment_ref = b.detail ->> 'paymentRef')
order by b.reference, b.opened_at desc;
