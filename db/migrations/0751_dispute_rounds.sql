-- What:  the round of a dispute: a dispute that the rail opens again after it was won is another row of the same reference.
-- Why:   money that left by it a second time was booked nowhere (LEND-16 journal 34).
-- Locks: chargebacks for a moment; a small table.
-- Safe while the old version runs: yes. Every row is of the first round until a new process writes another.
-- Up Migration

alter table chargebacks add column round integer not null default 1;
alter table chargebacks add constraint chargebacks_round_check check (round > 0) not valid;
alter table chargebacks add constraint chargebacks_round_key unique (user_id, dispute_ref, round);
