-- What:  differences by who of the staff cleared them, and when.
-- Why:   what somebody clears alone is summed up for the day before they clear more.
-- Locks: a short one on reconciliation_breaks while the index is built.
-- Safe while the old version runs: yes, it does not ask.
-- Up Migration

create index reconciliation_breaks_by_member on reconciliation_breaks (resolved_by, resolved_at) where resolved_by is not null;
