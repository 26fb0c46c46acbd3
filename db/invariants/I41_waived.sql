-- Every waiver is in the books for what its shares say, and nothing else is waived there.
-- Rule: LEND-I41, LEND-16 (journal 22).
select w.user_id, w.id from waivers w
where w.applied_paise is distinct from (
    select coalesce(sum(s.amount_paise), 0) from waiver_shares s
    where s.user_id = w.user_id and s.waiver_id = w.id and s.is_active)
  or w.applied_paise <> (
    select coalesce(-sum(p.amount_paise), 0) from postings p
    where p.user_id = w.user_id and p.journal_id = w.journal_id and p.account in ('A201', 'A203', 'A211', 'A220', 'A221'))
union all
select j.user_id, j.id from journals j
where j.source_kind = 'waiver'
  and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
  and not exists (select 1 from waivers w where w.user_id = j.user_id and w.journal_id = j.id)
union all
select c.user_id, c.id from charges c
where c.waived_paise < (
  select coalesce(sum(s.amount_paise), 0) from waiver_shares s
  where s.user_id = c.user_id and s.loan_id = c.loan_id and s.charge_id = c.id and s.is_active);
