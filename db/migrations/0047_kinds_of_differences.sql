-- What:  the closed list of kinds of differences; mandates found by the order that registered them.
-- Why:   each kind has a way to be cleared, and one nobody has thought of is not written down; the rupee that registers a
--        mandate passes through the settlement file.
-- Locks: a short exclusive one on reconciliation_breaks while its rows are checked, a short one on mandates for an index.
-- Safe while the old version runs: yes, it writes no other kinds.
-- Up Migration

alter table reconciliation_breaks add constraint reconciliation_breaks_kind_check check (kind in (
  'ok_unknown', 'fail_unknown', 'late_success', 'duplicate', 'not_ours', 'amount', 'missing', 'contradiction', 'returned',
  'adjusted', 'pending_one_day', 'refund_due', 'hand_booked', 'ledger_gap', 'list_unread', 'unmatched_row',
  'unmatched_receipt', 'dispute_unmatched', 'chargeback_partial', 'chargeback_unclear', 'lost_twice', 'refund_slow',
  'refund_refused'));
create index mandates_by_order on mandates (order_ref) where order_ref is not null;
