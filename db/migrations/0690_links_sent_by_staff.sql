-- What:  the worker may make a link to an instalment and take the older one back.
-- Why:   a person whose account is blocked cannot log in and still owes: staff send them the link (LEND-14, decision 158).
-- Locks: none held for long (the catalogue's rows of this table).
-- Safe while the old version runs: yes; its worker makes no links.
-- Up Migration

grant insert on repay_links to mohlat_worker;
grant update (revoked_at) on repay_links to mohlat_worker;
