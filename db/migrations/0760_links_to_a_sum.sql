-- What:  a link may ask for the sum that ends the loan, and no instalment.
-- Why:   whoever cannot log in could pay neither a lower sum that was agreed nor charges that outlast the last instalment (LEND-14, decision 170).
-- Locks: repay_links, briefly (the column's rule in the catalogue).
-- Safe while the old version runs: yes; it shows nothing by such a link.
-- Up Migration

alter table repay_links alter column instalment drop not null;
