-- Principal and fee rise only by booking: nothing is ever capitalised.
-- Rule: LEND-I19.
select j.user_id, j.id from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
where p.account in ('A200', 'A201', 'A202', 'A203') and j.source_kind <> 'loan_booked' and j.reversal_of is null
group by 1, 2 having sum(p.amount_paise) > 0;
