-- Every journal balances and has two lines or more.
-- Rule: LEND-I01.
select user_id, journal_id from postings group by 1, 2 having sum(amount_paise) <> 0 or count(*) < 2;
