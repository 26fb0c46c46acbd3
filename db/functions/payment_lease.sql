-- payment_lease_take: makes a worker the only one of a payment until p_ends_at; false where another one is. It waits for no
-- lock: the other may hold its own for as long as its transaction runs. Rule: PAY-15.
create or replace function payment_lease_take(
  p_user_id uuid, p_payment_id uuid, p_holder uuid, p_now timestamptz, p_ends_at timestamptz
) returns boolean language plpgsql as $$
begin
  update payment_leases l set holder = p_holder, ends_at = p_ends_at
  from (
    select user_id, payment_id from payment_leases
    where user_id = p_user_id and payment_id = p_payment_id and ends_at <= p_now for update skip locked) over
  where l.user_id = over.user_id and l.payment_id = over.payment_id;
  if found then return true; end if;
  -- An insert would wait for the transaction of a holder that is just renewing it.
  if exists (select 1 from payment_leases where user_id = p_user_id and payment_id = p_payment_id) then return false; end if;
  insert into payment_leases (user_id, payment_id, holder, ends_at) values (p_user_id, p_payment_id, p_holder, p_ends_at)
  on conflict do nothing;
  return found;
end $$;
grant execute on function payment_lease_take(uuid, uuid, uuid, timestamptz, timestamptz) to mohlat_worker;
