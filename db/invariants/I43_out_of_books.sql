-- A loan that has ended or was written off has nothing in the books; what came in for it since is recovery, share by share.
-- Rule: LEND-I43, LEND-D5.
select l.user_id, l.id from loans l
where l.status not in ('active', 'npa') and exists (
  select 1 from account_balances b
  where b.user_id = l.user_id and b.loan_id = l.id and b.balance_paise <> 0
    and b.account in ('A200', 'A201', 'A202', 'A203', 'A210', 'A211', 'A220', 'A221', 'L300'))
union all
select l.user_id, l.id from loans l
where (l.status = 'written_off') > (l.written_off_on is not null)
  or (l.written_off_on is not null) <> exists (
    select 1 from write_offs w where w.user_id = l.user_id and w.loan_id = l.id and w.is_applied)
union all
select l.user_id, l.id from loans l
where l.written_off_on is not null and (
    select coalesce(-sum(p.amount_paise), 0) from postings p
    where p.user_id = l.user_id and p.loan_id = l.id and p.account = 'I430')
  <> (
    select coalesce(sum(a.amount_paise), 0) from repayments r
    join journals j on j.user_id = r.user_id and j.id = r.journal_id and j.source_kind = 'recovery'
    join allocations a on a.user_id = r.user_id and a.repayment_id = r.id and a.is_active
      and a.component in ('interest', 'fee', 'principal', 'penal', 'bounce')
    where r.user_id = l.user_id and r.loan_id = l.id);
