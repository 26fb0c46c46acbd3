-- What:  the worker may write anew why, when and by whom an account is blocked.
-- Why:   a block whose ban was lifted by the auth server itself still stands here; set again, it takes the place of that row.
-- Locks: none held for long (the catalogue's rows of this table).
-- Safe while the old version runs: yes; it changes none of these columns.
-- Up Migration

grant update (reason, blocked_by, blocked_at, is_fraud) on account_blocks to mohlat_worker;
