-- What:  bank accounts by their id.
-- Why:   a search of the audit log by the id of a thing is written under its owner, who is then not shown it. It looks in each table that has
--        an index by id; this had none.
-- Locks: bank_accounts for writing while the index is built: some seconds for a million rows.
-- Safe while the old version runs: yes; it does not use it.
-- Up Migration

create index bank_accounts_by_id on bank_accounts (id);
