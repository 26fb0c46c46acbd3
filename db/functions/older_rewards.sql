-- rewards_held: for processes of the version before (decision 080), one release long: they look for what is to be given back among
-- everybody's repayments at once.
create or replace function rewards_held() returns table (user_id uuid, loan_id uuid, repayment_id uuid, paise bigint)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select h.user_id, h.loan_id, h.repayment_id, h.paise from rewards_held(array(
    select distinct r.user_id from repayments r where r.channel = 'reward' and r.status = 'succeeded')) h;
end $$;
grant execute on function rewards_held() to mohlat_worker;
