-- float_balance: what the books say is at the rail, less payments that are accepted and not sent yet. A sum; `floatLook` of packages/lending
-- says whether it is short. Rule: PAY-23, LEND-C7.
-- Days that are summed without a gap are in float_state, by `lookAtFloat`; nothing is posted on them any more (LEND-B6).
create or replace function float_balance() returns bigint language plpgsql stable as $$
declare
  v_books bigint;
  v_through date;
  v_account text := account_code('RAIL_FLOAT');
begin
  select s.books_paise, s.books_through_on into v_books, v_through from float_state s;
  return v_books
    + coalesce((
      select sum(d.debit_paise - d.credit_paise) from ledger_days d
      where d.account = v_account
        and d.day_on = any (array(select b.day_on from business_days b where b.day_on > v_through and b.summed_at is not null))), 0)
    + coalesce((
      select sum(p.amount_paise) from journals j
      join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account = v_account
      where j.posting_on = any (array(select b.day_on from business_days b where b.day_on > v_through and b.summed_at is null))), 0)
    - coalesce((select sum(p.amount_paise) from payments p where p.next_enquiry_at is not null and p.bill_status = 'accepted'), 0);
end $$;

-- auth.staff_with: the staff who have a role and may act. Read here, because only the auth service sees accounts.
create or replace function auth.staff_with(p_role text, p_now timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where u.deleted_at is null and coalesce(u.banned_until, p_now) <= p_now
    and coalesce((u.app_metadata ->> 'is_admin')::boolean, false) and p_role = any (public.staff_roles(u.app_metadata))
  order by u.id limit 100
$$;
revoke all on function auth.staff_with(text, timestamptz) from public;
grant execute on function auth.staff_with(text, timestamptz), float_balance() to mohlat_worker;
