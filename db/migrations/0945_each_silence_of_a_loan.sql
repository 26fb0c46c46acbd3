-- What:  what the collection rail says nothing of may have an open difference of its own, by its reference; 0946 drops the index that
--        let a loan have one.
-- Why:   while the difference about a loan's mandate was open, staff heard of no debit and no order of the same loan (decision 188).
-- Locks: reconciliation_breaks against writing while the index is built: it has open differences only.
-- Safe while the old version runs: yes. The old index still holds, and is the stricter one.
-- Up Migration

create unique index reconciliation_breaks_once_of_payment
  on reconciliation_breaks (user_id, kind, payment_id, (case when rail = 'razorpay' then coalesce(reference, '') else '' end))
  where resolved_at is null and payment_id is not null;
