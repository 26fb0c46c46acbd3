-- Whether a loan is frozen on a day, for the functions that write the facts of a freeze: once frozen it is not frozen again. Rules ask
-- packages/lending/src/freeze.ts; the invariants of the books ask this one, as a second opinion.
-- Rule: LEND-X10.

create or replace function is_frozen(p_user_id uuid, p_loan_id uuid, p_day date) returns boolean
language plpgsql stable parallel safe as $$
begin
  return (
    select coalesce((
      select f.is_frozen from loan_freezes f
      where f.user_id = p_user_id and f.loan_id = p_loan_id and f.from_on <= p_day
      order by f.seq desc limit 1), false));
end $$;

-- loan_freeze: the rail's word freezes a loan that is open and not frozen yet, from the first day that is not closed: a closed day
-- stays what it was, however long the word waited at midnight. Answers whether it did. The caller holds the credit account.
create or replace function loan_freeze(p_user_id uuid, p_loan_id uuid, p_word text, p_rail_row_id uuid, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
  select l.user_id, l.id, 1 + coalesce((
      select max(f.seq) from loan_freezes f where f.user_id = l.user_id and f.loan_id = l.id), 0),
    true, greatest(ist_date(p_now), d.closed_through_on + 1), p_now, p_word, p_rail_row_id
  from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  where l.user_id = p_user_id and l.id = p_loan_id and l.status in ('active', 'npa') /* LIVE_STATUSES */
    and not is_frozen(l.user_id, l.id, greatest(ist_date(p_now), d.closed_through_on + 1))
  on conflict do nothing;
  return found;
end $$;

-- loan_thaw: a freeze ends: the loan is undone, or staff found the bill's return withdrawn. Debits are planned again.
-- Answers whether it was frozen.
create or replace function loan_thaw(p_user_id uuid, p_loan_id uuid, p_word text, p_decided_by uuid, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, decided_by)
  select p_user_id, p_loan_id, 1 + max(f.seq), false, ist_date(p_now), p_now, p_word, p_decided_by
  from loan_freezes f
  where f.user_id = p_user_id and f.loan_id = p_loan_id and is_frozen(p_user_id, p_loan_id, ist_date(p_now))
  having count(*) > 0;
  if not found then return false; end if;
  update mandates set plan_at = p_now where user_id = p_user_id and loan_id = p_loan_id and status = 'active';
  return true;
end $$;
grant execute on function is_frozen(uuid, uuid, date)
to mohlat_api, mohlat_worker, mohlat_staff;
grant execute on function
  loan_freeze(uuid, uuid, text, uuid, timestamptz), loan_thaw(uuid, uuid, text, uuid, timestamptz)
to mohlat_worker;
