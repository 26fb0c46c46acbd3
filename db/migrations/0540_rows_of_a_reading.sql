-- What:  an index of the rows of a reading of the rail's list that are a difference, or tell of a refund.
-- Why:   what follows of a reading was looked for among the rows of all lists of all years, three times each reading.
-- Locks: rail_rows against writing, while the index is built: only the reading of a list writes there.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index rail_rows_by_read on rail_rows (read_id, user_id, id) where verdict is not null or refund_status is not null;
