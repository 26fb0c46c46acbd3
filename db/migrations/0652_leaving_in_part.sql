-- What:  what of money without an owner leaves, beside what its payer's bank has taken.
-- Why:   an older process, which knows of no part that was taken, sent back or gave to a payment all of such money.
-- Locks: unidentified_receipts for a moment: an empty column, a check that reads its few rows.
-- Safe while the old version runs: yes. Of money that is taken in part it sends and gives nothing: its request is refused, and this version
--        makes it.
-- Up Migration

alter table unidentified_receipts add column leaving_paise bigint;
update unidentified_receipts set leaving_paise = amount_paise - taken_paise
where taken_paise > 0 and (sent_at is not null or status = 'identified');
alter table unidentified_receipts add constraint unidentified_receipts_leaving_paise_check
  check (taken_paise = 0 or leaving_paise is not null or sent_at is null and status <> 'identified');
