-- What:  an index of the days to which the ends of freezes move due dates.
-- Why:   cashback counts to the due date that is shown, so the night looks for loans whose date was moved, too (decision 176).
-- Locks: loan_freezes while it is built; the table has few rows.
-- Safe while the old version runs: yes; it reads the table without it.
-- Up Migration

create index loan_freezes_ended on loan_freezes ((from_on + 1), user_id) where not is_frozen;
