-- What:  each round of a dispute may have an open difference of its own; 0811 drops the index that let only one have it.
-- Why:   rounds share the reference since 0751. The money of a second round was in no difference while that of the first was open.
-- Locks: reconciliation_breaks against writing while the index is built: it has open differences only.
-- Safe while the old version runs: yes. The old index still holds, and is the stricter one.
-- Up Migration

create unique index reconciliation_breaks_once_by_round
  on reconciliation_breaks (user_id, rail, kind, reference, coalesce(detail ->> 'chargebackId', ''))
  where resolved_at is null and reference is not null and payment_id is null;
