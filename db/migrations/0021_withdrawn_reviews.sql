-- What:  a review may be withdrawn: what it was about was settled in another way, or is gone.
-- Why:   nobody is asked to judge what no longer depends on it, and a PAN is not kept sealed for it.
-- Locks: reviews, for as long as its check is read once.
-- Safe while the old version runs: yes; it withdraws nothing and looks at open reviews alone.
-- Up Migration

alter table reviews drop constraint reviews_status_check;
alter table reviews add constraint reviews_status_check
  check (status in ('open', 'approved', 'rejected', 'withdrawn'));
