-- What:  an index of what the rail said of a refund before the payment stood as it stands.
-- Why:   such a word is taken up once more when the payment has ended, or its loan was undone; a reading that looks for it is
--        not to go through every row of every list.
-- Locks: rail_rows against writing, while the index is built: only the reading of a list writes there.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index rail_rows_refund_words on rail_rows (user_id, payment_id)
where refund_status is not null and matched_as in ('accepted', 'submitted', 'unknown', 'paid');
