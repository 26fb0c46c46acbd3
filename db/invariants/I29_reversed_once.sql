-- A journal is reversed once at most.
-- Rule: LEND-I29.
select user_id, reversal_of from journals where reversal_of is not null group by 1, 2 having count(*) > 1;
