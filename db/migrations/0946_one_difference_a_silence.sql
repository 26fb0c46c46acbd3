-- What:  the index goes that let a loan have one open difference of a kind; 0945 made one that tells apart what the collection rail is
--        asked about. payment_review named it, and names none any more.
-- Why:   as 0945.
-- Locks: reconciliation_breaks against reading and writing, for a moment.
-- Safe while the old version runs: yes. It opens differences by break_open and payment_review, and ends each by its reference or its
--        repayment.
-- Up Migration

-- As in functions/payment_transitions.sql, which is laid after this: until then no call of it may miss the index.
create or replace function payment_review(
  p_user_id uuid, p_payment_id uuid, p_now timestamptz, p_kind text, p_detail jsonb
) returns boolean language plpgsql as $$
begin
  update payments set needs_review = true, review_reason = p_kind where user_id = p_user_id and id = p_payment_id;
  insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at)
  values (p_user_id, p_payment_id, p_kind, p_detail, p_now)
  on conflict do nothing;
  return found;
end $$;
drop index reconciliation_breaks_once;
