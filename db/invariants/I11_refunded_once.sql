-- No more is returned of a repayment than it brought, nor than it holds beyond what it was needed for. What was released of it to its
-- payer counts no more, and is beyond what it was needed for.
-- Rule: LEND-I11.
select r.user_id, r.id from repayments r
cross join lateral (
  select coalesce(sum(f.amount_paise), 0) as paise from refunds f
  where f.user_id = r.user_id and f.repayment_id = r.id and f.status <> 'failed') back
cross join lateral (
  select coalesce(sum(a.amount_paise), 0) as paise from allocations a
  where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess') excess
-- One that its payer's bank took back holds nothing: what had gone back before was lost twice (I52).
where back.paise > 0 and (back.paise > r.amount_paise or r.status = 'succeeded' and back.paise > excess.paise)
  or r.status = 'succeeded' and r.released_paise > excess.paise;
