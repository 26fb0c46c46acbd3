-- Memo accounts balance among themselves, and so do the others.
-- Rule: LEND-I62, LEND-16.
select user_id, journal_id from postings where account in (select code from accounts where kind = 'M')
group by user_id, journal_id having sum(amount_paise) <> 0;
