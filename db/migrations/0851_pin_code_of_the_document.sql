-- What:  the identity record keeps the PIN code of the address in the Aadhaar document.
-- Why:   the bureau is told a PIN code, and a typed address may have none: no limit could be had then, though no paper asks for one.
-- Locks: a column without a default on kyc_records, and a check that no old row has to be read for, a moment.
-- Safe while the old version runs: yes; what it verifies has none, and the bureau is asked without it.
-- Up Migration

alter table kyc_records add column aadhaar_pin_code text;
alter table kyc_records
  add constraint kyc_records_aadhaar_pin_code_check check (aadhaar_pin_code ~ '^[1-9][0-9]{5}$') not valid;
grant update (aadhaar_pin_code) on kyc_records to mohlat_api;
