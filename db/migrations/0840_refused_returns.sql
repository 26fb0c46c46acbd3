-- What:  how often the rail refused to send money without an owner back.
-- Why:   after one refusal such money was on its way back for ever: its one request was refused, and staff could not give it to its owner.
-- Locks: unidentified_receipts for a moment: a column with a constant default, and a check of new rows alone.
-- Safe while the old version runs: yes. It asks for a try that was refused again, is refused, and leaves the row to this version.
-- Up Migration

-- Each try has its own key at the rail.
alter table unidentified_receipts add column refusals integer not null default 0;
alter table unidentified_receipts
  add constraint unidentified_receipts_refusals_check check (refusals >= 0) not valid;
