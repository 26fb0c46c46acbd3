-- take_from_budget: takes the price of one call from what a provider may cost on a day. False: too little is left; nothing is taken,
-- and the refusal is counted. Locks: the one row of provider and day, for this statement alone.
create or replace function take_from_budget(p_provider text, p_day date, p_price_paise bigint, p_budget_paise bigint)
returns boolean language plpgsql as $$
declare
  v_taken boolean;
begin
  insert into provider_spend (provider, day_on, budget_paise) values (p_provider, p_day, p_budget_paise) on conflict do nothing;
  update provider_spend set
    spent_paise = spent_paise + p_price_paise, budget_paise = p_budget_paise
  where provider = p_provider and day_on = p_day and spent_paise + p_price_paise <= p_budget_paise
  returning true into v_taken;
  if v_taken then return true; end if;
  update provider_spend set refused_count = refused_count + 1, budget_paise = p_budget_paise
  where provider = p_provider and day_on = p_day;
  return false;
end $$;
revoke all on function take_from_budget(text, date, bigint, bigint) from public;
grant execute on function take_from_budget(text, date, bigint, bigint) to mohlat_worker;
