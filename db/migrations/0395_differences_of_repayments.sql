-- What:  open differences of repayments and refunds say that they are about the gateway, and their amounts.
-- Why:   they were written without, and stood in the staff's list as differences with the bill network without an amount.
-- Locks: the open rows, for a moment.
-- Safe while the old version runs: yes; it reads these columns for the staff's list alone, and goes on writing as it did.
-- Up Migration

update reconciliation_breaks set
  rail = 'razorpay',
  owner = case when kind in ('refund_slow', 'refund_refused') then 'finance' else owner end,
  ours_paise = case kind
    when 'amount' then (detail ->> 'orderPaise')::bigint
    when 'unmatched_receipt' then null
    else (detail ->> 'amountPaise')::bigint
  end,
  theirs_paise = case kind
    when 'amount' then (detail ->> 'railPaise')::bigint
    when 'unmatched_receipt' then (detail ->> 'amountPaise')::bigint
  end
where repayment_id is not null and payment_id is null and resolved_at is null and rail = 'billpay' and reference is null
  and kind in ('amount', 'unmatched_receipt', 'refund_slow', 'refund_refused');
