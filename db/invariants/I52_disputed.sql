-- The books hold, for an undecided dispute, the sum that the rail has kept back; for a lost one, the sum that went back twice.
-- Rule: LEND-I52.
select c.user_id, c.id from chargebacks c
where (select coalesce(sum(p.amount_paise), 0) from journals j
       join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ('A230', 'L310')
       where j.user_id = c.user_id and j.source_kind = 'chargeback'
         and j.source_id in (c.id, md5(c.id || ' won')::uuid, md5(c.id || ' lost')::uuid))
   <> case when c.status in ('open', 'review') and c.deducted_at is not null then c.amount_paise else 0 end;
