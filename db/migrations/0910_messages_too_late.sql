-- What:  the index for the figure of what was not sent has every reason that it counts.
-- Why:   refused addresses were added to the figure and not to its index, so it read every message; messages whose time was over come to it now.
-- Locks: deliveries, against writes, while it is read for the index (of few rows).
-- Safe while the old version runs: yes; its figure asks for some of the reasons of this index.
-- Up Migration

create index deliveries_not_sent on deliveries (settled_at)
  where reason in ('given_up', 'refused', 'address_refused', 'too_late');
