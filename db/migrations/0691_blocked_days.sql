-- What:  the days of a block that late charges leave out: from its first, unless it is for fraud, to the day on which it was marked as fraud.
--        Where that is null, the day on which it was lifted ends them.
-- Why:   a person whom staff had blocked could not log in to pay, and was charged for being late (LEND-L3, decision 158). When a block was
--        written anew, its instant was overwritten: the days are facts of the loan book and stay.
-- Locks: new columns without a default: a moment of the table. The blocks that stand are few.
-- Safe while the old version runs: yes. What that blocks meanwhile has no such days, and is charged as before.
-- Up Migration

alter table account_blocks add column excused_from_on date;
alter table account_blocks add column excused_until_on date;
grant update (excused_until_on) on account_blocks to mohlat_worker;
comment on column account_blocks.excused_from_on is 'the first day without late charges; null where the block was for fraud';
comment on column account_blocks.excused_until_on is 'the day on which it was marked as fraud; null: the day on which it was lifted';

-- Those that ended before stand as they were charged.
update account_blocks set excused_from_on = ist_date(blocked_at) where lifted_at is null and not is_fraud;
