-- Reserved is the sum of the held reservations.
-- Rule: LEND-I12.
select c.user_id from credit_accounts c
where c.reserved_paise <> (select coalesce(sum(r.amount_paise), 0) from reservations r
                           where r.user_id = c.user_id and r.state = 'held');
