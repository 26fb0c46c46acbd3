-- What:  unpaid charges are found by the day they count as overdue from.
-- Why:   a charge that is left alone is reminded of like an instalment (LEND-23), and the sweep asks for due days every few minutes.
-- Locks: charges against writing while the table is read once and an index of few rows is built.
-- Safe while the old version runs: yes; it is an index.
-- Up Migration

create index charges_unpaid on charges (overdue_on)
  where reversed_on is null and paid_paise + waived_paise < amount_paise;
