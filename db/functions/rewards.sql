-- Rewards: earned by paying on time, never by borrowing. Which instalments earn one packages/lending says (punctual.ts); what a
-- reward comes to, too. Their postings carry no loan: a reward is owed to a person.
drop function if exists rewards_owing(uuid[], date, date);
drop function if exists rewards_look_again(integer);
drop function if exists rewards_deserved(uuid[], date, date);

-- rewards_held: the money that repayments of rewards of some people hold beyond their need and that was not given back yet, in paise. They
-- are looked for by their keys: a function of this kind is no part of the statement that calls it, and all of it is read before a
-- condition out there is looked at.
create or replace function rewards_held(p_users uuid[]) returns table (user_id uuid, loan_id uuid, repayment_id uuid, paise bigint)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select h.user_id, h.loan_id, h.id, h.paise::bigint
  from (
    select r.user_id, r.loan_id, r.id, (
        select coalesce(sum(a.amount_paise), 0) from allocations a
        where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess')
      - (select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = r.user_id and w.from_repayment_id = r.id) as paise
    from repayments r where r.user_id = any (p_users) and r.channel = 'reward' and r.status = 'succeeded'
  ) h
  where h.paise > 0;
end $$;

grant execute on function rewards_held(uuid[]) to mohlat_worker;
