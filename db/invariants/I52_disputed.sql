-- The books hold, for an undecided dispute, the sum that the rail has kept back; for a lost one, the sum that went back twice. For one of
-- money without an owner they hold what is lost and was not met by this money.
-- Rule: LEND-I52.
select c.user_id, c.id from chargebacks c
where (select coalesce(sum(p.amount_paise), 0) from journals j
       join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ('A230', 'L310')
       where j.user_id = c.user_id and j.source_kind = 'chargeback'
         and j.source_id in (c.id, md5(c.id || ' won')::uuid, md5(c.id || ' lost')::uuid, md5(c.id || ' kept')::uuid))
   <> case when c.status in ('open', 'review') and c.deducted_at is not null then c.amount_paise
           -- All of it was paid by what was too much of its repayment, by the journal of a refund.
           when c.status = 'lost' then (
             select coalesce(sum(f.amount_paise), 0) from refunds f
             where f.user_id = c.user_id and f.chargeback_id = c.id and f.status = 'processed')
           else 0 end
union all
select house_id(), d.id from receipt_disputes d
where (select coalesce(sum(p.amount_paise), 0) from journals j
       join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account = 'A230'
       where j.user_id = house_id() and j.source_kind in ('chargeback', 'loss')
         and j.source_id in (d.id, md5(d.id || ' met')::uuid, md5(d.id || ' won')::uuid, md5(d.id || ' kept')::uuid))
   <> case when d.status = 'lost' then d.amount_paise else 0 end - d.met_paise;
