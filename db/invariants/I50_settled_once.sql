-- Each row of the collection rail's file is booked once, and what is settled leaves nothing in the clearing account.
-- Rule: LEND-I50, LEND-17.
-- Booked rows are gathered first: a cluster takes no copied table outside a join with rows of people (decision 121).
with booked as materialized (
  select j.user_id, j.source_id from journals j where j.source_kind = 'coll_settle'
), debited as materialized (
  select m.user_id, m.id from mandates m
)
select s.owner_id as user_id, s.id from settlement_rows s
where s.state = 'matched' and (s.kind in ('payment', 'other') or exists (
    select 1 from debited m where m.user_id = s.owner_id and m.id = s.subject_id))
  and s.credit_paise + s.debit_paise + s.fee_paise > 0
  and not exists (select 1 from booked b where b.user_id = s.owner_id and b.source_id = s.id)
union all
select j.user_id, j.id from journals j
where j.source_kind = 'coll_settle' and not exists (
  select 1 from settlement_rows s where s.owner_id = j.user_id and s.id = j.source_id and s.state = 'matched')
union all
select r.user_id, r.id from repayments r
where r.settled_on is not null
  and (select coalesce(sum(p.amount_paise), 0) from postings p
       where p.user_id = r.user_id and p.account in ('A120', 'A121') and p.journal_id = any (r.journal_id
         || array(
           select j.id from settlement_rows s
           join journals j on j.user_id = r.user_id and j.source_kind = 'coll_settle' and j.source_id = s.id
           where s.subject_id = r.id)
         || array(
           select j.id from chargebacks c
           join journals j on j.user_id = c.user_id and j.source_kind = 'chargeback'
             and j.source_id in (md5(c.id || ' lost')::uuid, md5(c.id || ' kept')::uuid)
           where c.user_id = r.user_id and c.repayment_id = r.id)))
   -- Returned by its bank: open until it is taken out of a settlement.
   <> case when r.failure_reason = 'returned_by_bank' and not exists (
        select 1 from settlement_rows s where s.subject_id = r.id and s.kind = 'other' and s.state = 'matched')
      then -r.amount_paise else 0 end;
