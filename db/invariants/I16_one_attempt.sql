-- Never two attempts that could both have paid.
-- Rule: LEND-I16.
select user_id, payment_id from payment_attempts where state <> 'failed' group by 1, 2 having count(*) > 1;
