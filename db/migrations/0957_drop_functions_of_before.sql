-- What:  three functions go that only processes of before version 0.1.0 called: each has a namesake with more arguments.
-- Why:   decision 080 keeps them one release long. 0.1.0 was that release, and its code calls none of them.
-- Locks: none on tables.
-- Safe while the old version runs: yes; 0.1.0 does without them.
-- Up Migration

drop function if exists accept_quote(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet, text[]);
drop function if exists float_look(timestamptz);
drop function if exists issue_tax_documents(timestamptz, integer);
