-- What:  how far journals were looked through for documents of tax.
-- Why:   a look begins behind the newest journal of the one before, by what a transaction may take.
-- Locks: tax_documents_through, one row, for a moment.
-- Safe while the old version runs: yes; it does not know the column.
-- Up Migration

-- Journals posted until then have their documents.
alter table tax_documents_through add column looked_through timestamptz not null default '2000-01-01';
