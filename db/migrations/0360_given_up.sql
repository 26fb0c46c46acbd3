-- What:  an index of the messages that were given up, by when.
-- Why:   the figure of them counted through all messages of a day at every look.
-- Locks: deliveries, against writes, while the index is built.
-- Safe while the old version runs: yes; it reads nothing by it.
-- Up Migration

create index deliveries_given_up on deliveries (settled_at) where reason = 'given_up';
