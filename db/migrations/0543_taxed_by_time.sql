-- What:  the index of taxed journals by the time within a day.
-- Why:   every three seconds all taxed journals of two days were read, to find the few without a document.
-- Locks: journals against writing while the index is built.
-- Safe while the old version runs: yes; it begins with the column of the one that it replaces (0549). Journals have no index more.
-- Up Migration

create index journals_taxed_by_time on journals (posting_on, posted_at)
  where source_kind in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind');
