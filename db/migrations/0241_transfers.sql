-- What:  the journals of two lines that are booked in one statement with the row that causes them, by name: kind and accounts.
-- Why:   functions of the database chose accounts. They name a transfer now; what it is stands in packages/lending: `npm run db:chart`.
-- Locks: none on a table in use.
-- Safe while the old version runs: yes, it does not know the table; functions of this version keep the names it calls.
-- Up Migration

create table transfers (
  name text primary key,
  kind text not null,
  debit text not null references accounts (code),
  credit text not null references accounts (code)
);
grant select on transfers to mohlat_api, mohlat_worker, mohlat_books;

insert into transfers (name, kind, debit, credit) values
  ('bill_held', 'reserve', 'M900', 'M901'),
  ('limit_freed', 'release', 'M901', 'M900'),
  ('bill_sent', 'submit', 'A110', 'A105'),
  ('bill_refused', 'submit_failed', 'A105', 'A110'),
  ('bill_refused_owed', 'submit_failed', 'A115', 'A110'),
  ('rail_took', 'rail_orphan', 'A230', 'A105'),
  ('rail_took_promised', 'rail_orphan', 'A230', 'A115'),
  ('rail_took_less', 'rail_orphan', 'A105', 'A230'),
  ('rail_gave_back', 'rail_orphan_back', 'A105', 'A230'),
  ('rail_owes', 'float', 'A115', 'A105'),
  ('rail_refunded', 'float', 'A105', 'A115'),
  ('rail_charged', 'float', 'E530', 'A105'),
  ('float_topped_up', 'float', 'A105', 'A100'),
  ('receipt_returned', 'refund', 'L320', 'A100'),
  ('receipt_held', 'unidentified', 'A120', 'L320'),
  ('loss_made_good', 'loss', 'A105', 'E550');
