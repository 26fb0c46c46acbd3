-- What:  tax invoices and credit notes, their numbers, and an index to find what has none yet.
-- Why:   each service fee is invoiced when its loan is booked; each fee given back has a credit note.
-- Locks: a short one on journals while a partial index is built.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-F5. One row for each journal that moves tax on fees; what it says is what the journal says.
create table tax_documents (
  user_id uuid not null,
  id uuid not null default new_id(),
  journal_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The year in which the financial year begins, on 1 April.
  financial_year integer not null,
  sequence integer not null check (sequence between 1 and 999999999),
  number text not null check (length(number) <= 16),
  issued_on date not null,
  -- Always above zero; the kind says which way.
  taxable_paise bigint not null check (taxable_paise > 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  primary key (user_id, id),
  unique (user_id, journal_id),
  foreign key (user_id, journal_id) references journals (user_id, id),
  foreign key (user_id, loan_id) references loans (user_id, id)
);
create index tax_documents_by_loan on tax_documents (user_id, loan_id);
select protect_user_table('tax_documents');
grant select on tax_documents to mohlat_api;
grant select, insert on tax_documents to mohlat_worker;

-- The last number of each series. Its row is locked while numbers are given, so that none is lost or given twice.
create table tax_series (
  kind text not null check (kind in ('invoice', 'credit_note')),
  financial_year integer not null,
  last_sequence integer not null,
  last_issued_on date not null,
  primary key (kind, financial_year)
);
grant select, insert, update on tax_series to mohlat_worker;

-- Everything posted on this day and before has its document.
create table tax_documents_through (
  is_only boolean primary key default true check (is_only),
  through_on date not null
);
insert into tax_documents_through (through_on) values ('2000-01-01');
grant select, update on tax_documents_through to mohlat_worker;

-- Only these kinds of event move tax on fees; an invariant sees any other.
create index journals_taxed on journals (posting_on)
  where source_kind in ('loan_booked', 'exit', 'reversal', 'waiver', 'unwind');
