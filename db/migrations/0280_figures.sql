-- What:  figures of the business that an operator watches, with the time each was read, and indexes to read them by.
-- Why:   they were shown to staff on a page alone: no alarm could hear that a bill's outcome is unknown for an hour, that a provider
--        sends no call-backs any more, or that yesterday is not closed.
-- Locks: two new tables; writes to payments and webhook_inbox wait while an index of a few pages each is built.
-- Safe while the old version runs: yes; it neither reads nor writes them.
-- Up Migration

-- One row for each figure and value of its label; the metrics of every process are read from here.
create table figures (
  name text not null,
  label text not null default '',
  value double precision not null,
  read_at timestamptz not null,
  primary key (name, label)
);
grant select on figures to mohlat_api;
grant select, insert, update, delete on figures to mohlat_worker;

-- Which look is the newest: one worker looks at a time.
create table figures_look (
  is_only boolean primary key default true check (is_only),
  looked_at timestamptz not null default '-infinity'
);
insert into figures_look default values;
grant select, update on figures_look to mohlat_worker;

-- Rows lie in order of time: a summary of each few pages finds the last minutes, and costs an acceptance next to nothing.
create index payments_by_time on payments using brin (accepted_at, paid_at) with (pages_per_range = 16, autosummarize = on);
create index webhook_inbox_by_time on webhook_inbox using brin (received_at) with (pages_per_range = 16, autosummarize = on);
