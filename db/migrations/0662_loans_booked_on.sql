-- What:  the day on which a loan was booked, which is when its owner was told of it.
-- Why:   a bill whose payment is heard of late is dated by the rail's own day; the time to cancel it was over before its owner could
--        (LEND-8, decision 153).
-- Locks: loans for a moment: an empty column.
-- Safe while the old version runs: yes. The function that books a loan writes it for either version; loans of before have none and
--        count as booked on their first day.
-- Up Migration

alter table loans add column booked_on date;

-- A loan that is heard of after its first due date is left with what fell due. Rule: LEND-16 journal 20
insert into allowed_journals (kind, account, side) values
  ('exit', 'A201', 'credit'), ('exit', 'A203', 'credit'), ('exit', 'A211', 'credit');
