-- The money kept for unknown owners is exactly the money that was neither given to an owner nor sent back; only the part that the
-- rail has not settled stands in the clearing account. Of what went back in part before it was kept the rest is kept.
-- Rule: LEND-I51.
select books.paise, kept.paise as kept
from (select coalesce(-sum(amount_paise), 0) as paise from postings where account = 'L320') books,
  (select coalesce(sum(amount_paise - taken_paise), 0) as paise from unidentified_receipts
   where status in ('held', 'returning')) kept
where books.paise <> kept.paise
union all
select books.paise, open.paise
from (select coalesce(sum(amount_paise), 0) as paise from postings where account = 'A120' and user_id = house_id()) books,
  (select coalesce(sum(u.amount_paise - settled.paise), 0) as paise from unidentified_receipts u
   cross join lateral (
     select coalesce(sum(case s.kind when 'payment' then s.amount_paise else -s.amount_paise end), 0) as paise from settlement_rows s
     where s.subject_id = u.id and s.state = 'matched' and s.entity_ref is distinct from u.refund_ref) settled) open
where books.paise <> open.paise;
