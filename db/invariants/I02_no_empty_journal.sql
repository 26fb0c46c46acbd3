-- No journal without lines.
-- Rule: LEND-I02.
select j.user_id, j.id from journals j
left join postings p on p.user_id = j.user_id and p.journal_id = j.id
where p.journal_id is null;
