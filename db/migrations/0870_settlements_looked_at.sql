-- What:  when two people looked at an account after a loan of it was settled for less.
-- Why:   a limit that they freed on the day of the settlement went on resting, because days were compared; and money of a day before that was
--        heard of later settled a loan that nobody had looked at.
-- Locks: settlements for a moment: an empty column, and an update of its few rows.
-- Safe while the old version runs: yes. It compares days as before and marks nothing: a limit that it frees may rest anew under the new one, and
--        is freed there.
-- Up Migration

-- Of a loan that is settled by now. Until then its settlement holds the limit.
alter table settlements add column looked_at timestamptz;
grant update (looked_at) on settlements to mohlat_worker;
-- An account that two people freed since has been looked at.
update settlements s set looked_at = c.reinstated_on::timestamp at time zone 'Asia/Kolkata'
from loans l, credit_accounts c
where l.user_id = s.user_id and l.id = s.loan_id and l.status = 'settled'
  and c.user_id = s.user_id and c.reinstated_on > l.closed_on;
