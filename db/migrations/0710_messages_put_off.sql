-- What:  a delivery says when its message was put off for hours, with indexes for the figure of what was not sent.
-- Why:   a mail server that was away for half an hour cost every message of that time; they are tried for three days now. The figure
--        read every message: its index knew nothing of those that were refused.
-- Locks: a column without a rewrite; deliveries, against writes, while it is read for the indexes (of few rows).
-- Safe while the old version runs: yes; it leaves the column null, and tries a message that was put off as any other.
-- Up Migration

alter table deliveries add column put_off_at timestamptz;
create index deliveries_put_off on deliveries (put_off_at) where put_off_at is not null;
create index deliveries_unsent on deliveries (settled_at) where reason in ('given_up', 'refused');
