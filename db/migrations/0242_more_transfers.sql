-- What:  the transfers by which a difference with a rail is cleared.
-- Why:   a function of the database chose their accounts: `npm run db:chart`.
-- Locks: none on a table in use.
-- Safe while the old version runs: yes, it does not know the table.
-- Up Migration

insert into transfers (name, kind, debit, credit) values
  ('rail_took_missing', 'rail_orphan_back', 'A230', 'A105'),
  ('bank_gave_back', 'rail_orphan_back', 'A100', 'A230'),
  ('bank_took_missing', 'rail_orphan_back', 'A230', 'A100'),
  ('difference_lost', 'loss', 'E550', 'A230'),
  ('debt_lost', 'loss', 'E550', 'A115'),
  ('bank_row_lost', 'loss', 'E550', 'A100'),
  ('difference_gained', 'loss', 'A230', 'E550'),
  ('bank_row_gained', 'loss', 'A100', 'E550');
