-- What:  bank accounts, cards, autopays, refunds and testimonials by their id.
-- Why:   a search of the audit log by the id of a thing is written under its owner, who is then not shown it. It looks in each table that has
--        an index by id; these had none.
-- Locks: bank_accounts, cards, mandates, refunds and testimonials for writing, each while its index is built: some seconds for a million rows.
-- Safe while the old version runs: yes; it does not use them.
-- Up Migration

create index bank_accounts_by_id on bank_accounts (id);
create index cards_by_id on cards (id);
create index mandates_by_id on mandates (id);
create index refunds_by_id on refunds (id);
create index testimonials_by_id on testimonials (id);
