-- What:  a block may end without two people lifting it: a new one takes its place.
-- Why:   where the auth server's own door let a blocked person in again, their days without late charges are over. Days of a block that staff
--        write after that are other days (LEND-L3, decision 171).
-- Locks: account_blocks, briefly: its rows are few.
-- Safe while the old version runs: yes; it ends a block by two people only.
-- Up Migration

alter table account_blocks drop constraint account_blocks_check1;
alter table account_blocks add constraint account_blocks_lifted check (approval_id is null or lifted_at is not null);
