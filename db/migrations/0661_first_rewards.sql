-- What:  the reward that one which came back from a repayment was at first.
-- Why:   cashback that was spent on its own loan outlived the return of that loan's bill (LEND-24, decision 152).
-- Locks: rewards for a moment: an empty column, a check and a key of new rows alone.
-- Safe while the old version runs: yes; its rewards that come back remember none, as before.
-- Up Migration

alter table rewards add column first_id uuid;
alter table rewards
  add constraint rewards_first_id_check check (first_id is null or kind = 'returned') not valid,
  add constraint rewards_first_id_fkey foreign key (user_id, first_id) references rewards (user_id, id) not valid;
