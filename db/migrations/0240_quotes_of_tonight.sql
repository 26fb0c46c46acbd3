-- What:  mohlat_api may read on which days payment channels were down.
-- Why:   a quote closes the days that are open in memory, as the close of a day will, and late charges of such a day wait (decision 081).
-- Locks: channel_outages for a moment.
-- Safe while the old version runs: yes, it adds a right.
-- Up Migration

grant select on channel_outages to mohlat_api;
