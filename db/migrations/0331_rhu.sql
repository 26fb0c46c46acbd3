-- What:  the function that rounded a quotient goes.
-- Why:   interest and charges are worked out in packages/lending alone; no function has called it since loans are taken back there.
-- Locks: none.
-- Safe while the old version runs: yes; its code calls no function of this name, and none of its functions does.
-- Up Migration

drop function if exists rhu(bigint, integer);
