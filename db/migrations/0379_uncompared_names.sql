-- What:  a review of a name on a PAN may have no score.
-- Why:   names that could not be compared, as in two scripts, were shown to reviewers as agreeing in 0 percent.
-- Locks: pan_reviews, for a moment.
-- Safe while the old version runs: yes; it writes a score always, and shows one that is not there as "null".
-- Up Migration

alter table pan_reviews alter column name_percent drop not null;
