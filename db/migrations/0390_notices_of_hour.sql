-- What:  the security notices by SMS of an hour, apart from its codes.
-- Why:   notices used up the part of an hour's messages that is kept for codes to known devices.
-- Locks: auth.sms_hours, for a moment: a column with a constant default.
-- Safe while the old version runs: yes. Its notices count as codes, as they did.
-- Up Migration

alter table auth.sms_hours add column notices integer not null default 0;
