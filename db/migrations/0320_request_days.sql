-- What:  how many requests were answered on a day, and how many of them failed.
-- Why:   the error budget of thirty days was known to Prometheus alone: who has none, and staff, could not see what is left of it.
-- Locks: none; a new table.
-- Safe while the old version runs: yes; its requests are not counted.
-- Up Migration

-- Each process adds what it counted once a minute: a row is written a few times a minute, by nobody else.
create table request_days (
  day_on date primary key,
  requests bigint not null check (requests >= 0),
  failures bigint not null check (failures between 0 and requests)
);
grant select, insert, update (requests, failures) on request_days to mohlat_api;
grant select on request_days to mohlat_worker;
