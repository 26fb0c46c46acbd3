-- What:  an index of tax documents by their day of issue.
-- Why:   the register of a period read every document that was ever issued.
-- Locks: tax_documents against writing while it is built.
-- Safe while the old version runs: yes.
-- Up Migration

create index tax_documents_by_day on tax_documents (issued_on);
