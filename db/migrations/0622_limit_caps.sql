-- What:  the most that a limit may come to after two people of risk have cut it.
-- Why:   its owner took the cut back with one question, on the same report.
-- Locks: credit_accounts for a moment: an empty column, a check of new rows alone.
-- Safe while the old version runs: yes. It cuts without writing a cap, as before; where one stands, what it would raise above it is refused.
-- Up Migration

alter table credit_accounts add column limit_cap_paise bigint;
alter table credit_accounts add constraint credit_accounts_limit_cap_paise_check check (limit_paise <= limit_cap_paise) not valid;
