-- What:  movements of the lender's own bank account and float that two people book: tax paid, funding, top-ups, charges; their journals' accounts.
-- Why:   journals 37 and 38 were in the chart and nothing booked them; a movement of the float could not be corrected (decision 181).
-- Locks: none on a table in use but for a few rows; the rest is new.
-- Safe while the old version runs: yes, it knows neither the table nor the rows.
-- Up Migration

insert into allowed_journals (kind, account, side) values
  ('funding', 'Q600', 'debit'),
  ('funding', 'A100', 'credit');
insert into transfers (name, kind, debit, credit) values
  ('cgst_paid', 'gst_paid', 'L330', 'A100'),
  ('sgst_paid', 'gst_paid', 'L331', 'A100'),
  ('igst_paid', 'gst_paid', 'L332', 'A100'),
  ('funded', 'funding', 'A100', 'Q600'),
  ('funding_returned', 'funding', 'Q600', 'A100');

-- Rule: LEND-16 journals 8, 37 and 38.
create table bank_movements (
  id uuid constraint bank_movements_pkey primary key,
  -- The source of its journal, as `float_move` names it.
  source_id uuid not null constraint bank_movements_source unique,
  kind text not null constraint bank_movements_kind_check
    check (kind in ('cgst_paid', 'sgst_paid', 'igst_paid', 'funding_in', 'funding_out', 'top_up', 'rail_charge')),
  -- The bank's reference; of a charge, or of a challan, that of the rail or of the state.
  reference text not null,
  amount_paise bigint not null constraint bank_movements_amount_check check (amount_paise > 0),
  value_on date not null,
  booked_at timestamptz not null,
  -- The decision of two; null where an operator booked it by the script.
  approval_id uuid,
  taken_back_at timestamptz,
  taken_back_approval_id uuid
);
-- Under one reference one movement of a kind stands: a challan pays several taxes under the one it has.
create unique index bank_movements_standing on bank_movements (kind, upper(reference)) where taken_back_at is null;
create index bank_movements_listed on bank_movements (booked_at, id);
grant select, insert on bank_movements to mohlat_worker;
grant update (taken_back_at, taken_back_approval_id) on bank_movements to mohlat_worker;
