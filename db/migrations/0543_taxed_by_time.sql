-- What:  how far journals were looked through for documents of tax, and the index of taxed journals by the time within a day.
-- Why:   every three seconds all taxed journals of two days were read, to find the few without a document.
-- Locks: journals against writing while the index is built, and against reading for the moment in which the other one goes.
-- Safe while the old version runs: yes; the new index begins with the column of the one it replaces. Journals have no index more.
-- Up Migration

-- Journals posted until then have their documents. It lies behind the newest one by what a transaction may take.
alter table tax_documents_through add column looked_through timestamptz not null default '2000-01-01';

create index journals_taxed_by_time on journals (posting_on, posted_at)
  where source_kind in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind');
drop index journals_taxed;
