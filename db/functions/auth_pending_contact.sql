-- auth.pending_contact: the address and number that wait for proof on the account this transaction acts for, while what
-- was sent to prove them still counts. Of an address, which of the two mails is still unopened.
create or replace function auth.pending_contact(p_user uuid, p_now timestamptz)
returns table (new_email text, awaits_new boolean, awaits_present boolean, new_phone text)
language sql stable security definer set search_path = '' as $$
  select
    case when c.awaits_new or c.awaits_present then u.new_email end,
    c.awaits_new, c.awaits_present,
    case when c.awaits_phone then u.new_phone end
  from auth.users u
  cross join lateral (
    select
      coalesce(bool_or(o.kind = 'email_change_new' and o.address = u.new_email), false) as awaits_new,
      coalesce(bool_or(o.kind = 'email_change_current'), false) as awaits_present,
      coalesce(bool_or(o.kind = 'phone_change' and o.address = u.new_phone), false) as awaits_phone
    from auth.one_time_codes o
    where o.user_id = u.id and o.expires_at > p_now
      -- A code that was used has a mark in the place of its hash, longer than any: that side has agreed.
      and octet_length(o.token_hash) <= 32
  ) c
  where u.id = p_user and p_user = public.app_user_id() and u.deleted_at is null
$$;
revoke all on function auth.pending_contact(uuid, timestamptz) from public;
grant execute on function auth.pending_contact(uuid, timestamptz) to mohlat_api;
