-- What:  a limit may rest for a dispute: the reason, what staff have looked at, and money that a bank returned without one.
-- Why:   a repayment that its bank takes back freed the limit, and the next bill was paid from it before the dispute had ended.
-- Locks: credit_accounts and chargebacks for a moment: empty columns, a check of new rows alone, a small index on a short table.
-- Safe while the old version runs: yes. It frees a limit that rests for a dispute, and the sweep of the new one takes it back within a minute.
-- Up Migration

alter table credit_accounts
  -- When money of a repayment was last returned by its bank without a dispute; empty once two people have looked at the account since.
  add column taken_back_at timestamptz;
alter table credit_accounts drop constraint credit_accounts_state_reason_check;
alter table credit_accounts add constraint credit_accounts_state_reason_check
  check (state_reason in ('overdue', 'arrears', 'dispute', 'kyc_lapse', 'report_stale', 'npa', 'written_off')) not valid;

-- When two people looked at the account after this ended. Until then it holds the limit, unless it was won.
alter table chargebacks add column looked_at timestamptz;
-- An account that two people freed since has been looked at.
update chargebacks b set looked_at = b.ended_at from credit_accounts c
where c.user_id = b.user_id and b.status = 'lost' and c.reinstated_on > ist_date(b.ended_at);
create index chargebacks_holding on chargebacks (user_id) where status <> 'won' and looked_at is null;
