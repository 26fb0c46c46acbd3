-- What:  a nickname for a card.
-- Why:   of two cards of one bank, a person tells apart those they have named.
-- Locks: cards, briefly (a nullable column without a default; the check needs no scan of old rows, which are null).
-- Safe while the old version runs: yes.
-- Up Migration

alter table cards add column nickname text check (length(nickname) between 1 and 40);
grant update (nickname) on cards to mohlat_api;
