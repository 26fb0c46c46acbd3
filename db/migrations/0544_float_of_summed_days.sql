-- What:  what the books said was at the rail when the newest of the days ended that are summed without a gap.
-- Why:   every fifteen seconds the sums of all days of all years were read again, by no index.
-- Locks: the one row's table, for a moment.
-- Safe while the old version runs: yes; it adds the days up by itself.
-- Up Migration

alter table float_state
  add column books_paise bigint not null default 0,
  add column books_through_on date not null default '2000-01-01';
