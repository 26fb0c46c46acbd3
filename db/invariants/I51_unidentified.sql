-- The money kept for unknown owners is exactly the money that was neither given to an owner nor sent back; only the part that the
-- rail has not settled stands in the clearing account.
-- Rule: LEND-I51.
select books.paise, kept.paise as kept
from (select coalesce(-sum(amount_paise), 0) as paise from postings where account = 'L320') books,
  (select coalesce(sum(amount_paise), 0) as paise from unidentified_receipts
   where status in ('held', 'returning')) kept
where books.paise <> kept.paise
union all
select books.paise, open.paise
from (select coalesce(sum(amount_paise), 0) as paise from postings where account = 'A120' and user_id = house_id()) books,
  (select coalesce(sum(u.amount_paise), 0) as paise from unidentified_receipts u
   where not exists (select 1 from settlement_rows s where s.subject_id = u.id and s.kind = 'payment' and s.state = 'matched')) open
where books.paise <> open.paise;
