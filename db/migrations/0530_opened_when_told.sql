-- What:  a hardship keeps the newest day of the loan that was opened when it was told; late charges of that opening stand.
-- Why:   told after midnight, or while the close is behind, the day it begins is opened afterwards, and levied a charge that the person had
--        been told would not come (LEND-23, decision 137).
-- Locks: a new column without a default: a moment of the table.
-- Safe while the old version runs: yes. It writes nothing here, which stands for the first day of the hardship, as before.
-- Up Migration

-- A cluster takes no column with a constraint that has no name.
alter table hardships add column opened_on date;
alter table hardships add constraint hardships_opened_on check (opened_on <= from_on);
comment on column hardships.opened_on is 'the newest day of the loan that was opened when it was told; null for its first day';
