-- What:  with each proposal the roles of the door it came through; money without an owner found by who gave it.
-- Why:   what a colleague proposed under a role they hold no more is not carried out; what one member of staff gives away
--        alone on a day has a bound.
-- Locks: short ones on approvals and unidentified_receipts, a column without a rewrite, an index over few rows.
-- Safe while the old version runs: yes; of its proposals any role of the staff counts.
-- Up Migration

alter table approvals add column proposer_roles text[] not null default '{support,risk,finance,admin}';
create index unidentified_receipts_by_member on unidentified_receipts (identified_by, identified_at)
  where identified_by is not null;
