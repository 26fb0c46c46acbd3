-- What:  a dispute may have several rows, one for each round; 0751 keeps each once.
-- Why:   as 0751.
-- Locks: chargebacks for a moment.
-- Safe while the old version runs: yes. It writes the first round alone and does nothing where there is one. Of two rounds it reads
--   either, as it did: a won one stays won.
-- Up Migration

alter table chargebacks drop constraint chargebacks_user_id_dispute_ref_key;
