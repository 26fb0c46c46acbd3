-- What:  a delivery says since when its SMS is on its way to the provider.
-- Why:   where the process or the database went away before the outcome was written down, the same SMS was sent again.
-- Locks: deliveries, for a moment.
-- Safe while the old version runs: yes; it leaves the column null, and sends again as before.
-- Up Migration

alter table deliveries add column sending_at timestamptz;
