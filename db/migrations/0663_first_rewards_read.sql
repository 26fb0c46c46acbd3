-- What:  the checks and the key of 0660 and 0661 are read over old rows, too; rewards that came back are found by the reward they were.
-- Why:   apart from the statements that made them, so that nobody waits for the reading.
-- Locks: rewards and referrals are read; rewards against writing while an index of few rows is built.
-- Safe while the old version runs: yes; its rows keep to it.
-- Up Migration

alter table rewards validate constraint rewards_first_id_check;
alter table rewards validate constraint rewards_first_id_fkey;
alter table referrals validate constraint referrals_refused_reason_check;
create index rewards_come_back on rewards (user_id, first_id) where first_id is not null;
