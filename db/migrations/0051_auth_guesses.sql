-- What:  how many answers a second factor refused of late, and until when it is locked for that; the device of a sign-in.
-- Why:   five guesses every five minutes without end find a code of six digits within months; and a phone whose address
--        changes each day was told of as a new one each day.
-- Locks: columns without a rewrite.
-- Safe while the old version runs: yes.
-- Up Migration

alter table auth.factors
  -- Refused answers since `refused_from`, which is a day ago at most; a right one in between takes none back.
  add column refused_count integer not null default 0 check (refused_count >= 0),
  add column refused_from timestamptz,
  add column locked_until timestamptz;

alter table auth.events
  -- What a browser calls itself, as a keyed hash of its own for each account.
  add column device_hash bytea,
  -- Browser and system, in names people know. Null where neither is known, and of sign-ins before there was this column.
  add column device text;
