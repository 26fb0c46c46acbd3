-- What:  until when a presented debit may be answered, and whether the person was told that it is not.
-- Why:   while a bank is silent its instalment has no effect of lateness; after the window a person decides.
-- Locks: a moment on presentations; the new columns are not written to its rows.
-- Safe while the old version runs: yes; it knows no window, and what it presents has none until it is looked at again.
-- Up Migration

-- Rule: LEND-20. The last day of the rail's return window; null until the debit is presented.
alter table presentations add column answer_by_on date;
alter table presentations add column told_unanswered_at timestamptz;

-- Whatever lateness does asks for this by instalment.
create index presentations_unanswered on presentations (user_id, loan_id, number) where answer_by_on is not null;
