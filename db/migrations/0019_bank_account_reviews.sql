-- What:  bank accounts among what waits for a person's judgement, one open review for each account.
-- Why:   a name at the bank that is near the person's own is for a person to decide (70 to 89 in a hundred).
-- Locks: reviews, for as long as a check and two small indexes take.
-- Safe while the old version runs: yes; it opens no review of the new kind.
-- Up Migration

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (kind in ('video', 'income', 'pan', 'bank_account'));
drop index reviews_one_open;
create unique index reviews_one_open on reviews (user_id, kind) where status = 'open' and kind <> 'bank_account';
create unique index reviews_one_open_account on reviews (user_id, subject_id)
  where status = 'open' and kind = 'bank_account';
