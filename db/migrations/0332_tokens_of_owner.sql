-- What:  an index on the owner of a link's token.
-- Why:   a closed account's tokens are erased; without it each closing reads all of them.
-- Locks: SHARE on the two tables of tokens while the index is built; making a link waits for it.
-- Safe while the old version runs: yes.
-- Up Migration

create index repay_tokens_of_owner on repay_tokens (linked_by);
create index receipt_tokens_of_owner on receipt_tokens (linked_by);
