-- What:  waivers that a member of staff granted alone are found by the member and the day.
-- Why:   what one of them gives alone on a day is bounded over all people (LEND-24), and is added up before each waiver.
-- Locks: writers of waivers wait while the index is made; the table has few rows.
-- Safe while the old version runs: yes; it does not ask by member.
-- Up Migration

create index waivers_by_member on waivers (granted_by, effective_on) where approval_id is null;
