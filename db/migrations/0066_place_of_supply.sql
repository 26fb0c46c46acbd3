-- What:  the state of a person, the place of supply of quote, payment and tax document.
-- Why:   tax on a fee into another state is IGST; an invoice and its credit notes name one place.
-- Locks: short ones on profiles, quotes, payments and tax_documents; no rows are written.
-- Safe while the old version runs: no where a new server quotes into another state and an old worker books it: the old one
--        books CGST and SGST, and LEND-I65 shows it. Finish the old workers before the first new server answers quotes.
-- Up Migration

-- Rule: LEND-F2. What the person corrected; null: the PIN code of the address says it.
alter table profiles add column state_code text check (state_code ~ '^[0-9]{2}$');

-- GST codes of the lender's state and of the place of supply, fixed when the price is.
alter table quotes add column supplier_state text check (supplier_state ~ '^[0-9]{2}$');
alter table quotes add column supply_state text check (supply_state ~ '^[0-9]{2}$');
alter table payments add column supplier_state text check (supplier_state ~ '^[0-9]{2}$');
alter table payments add column supply_state text check (supply_state ~ '^[0-9]{2}$');

-- Rule: LEND-F5. As on the payment; null of a document from before places were kept.
alter table tax_documents add column supply_state text check (supply_state ~ '^[0-9]{2}$');
