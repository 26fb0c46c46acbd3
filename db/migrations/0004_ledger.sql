-- What:  chart of accounts, journals, postings and kept balances.
-- Why:   the double-entry ledger is the truth about money.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-15. Tracked accounts have a kept balance per user and loan.
create table accounts (
  code text primary key,
  name text not null,
  kind text not null check (kind in ('A', 'L', 'I', 'E', 'Q', 'M')),
  tracked boolean not null,
  either_sign boolean not null
);
grant select on accounts to mohlat_api, mohlat_worker, mohlat_books;

insert into accounts (code, name, kind, tracked, either_sign) values
  ('A100', 'Bank settlement', 'A', false, true),
  ('A105', 'Bill-rail float', 'A', false, true),
  ('A110', 'Bill money in transit', 'A', false, true),
  ('A115', 'Rail owes back to float', 'A', false, true),
  ('A120', 'Checkout collection clearing', 'A', false, true),
  ('A121', 'Mandate collection clearing', 'A', false, true),
  ('A200', 'Bill principal, not yet demanded', 'A', true, false),
  ('A201', 'Bill principal, demanded', 'A', true, false),
  ('A202', 'Financed fee, not yet demanded', 'A', true, false),
  ('A203', 'Financed fee, demanded', 'A', true, false),
  ('A210', 'Interest accrued', 'A', true, false),
  ('A211', 'Interest demanded', 'A', true, false),
  ('A220', 'Penal charges receivable', 'A', true, false),
  ('A221', 'Bounce charges receivable', 'A', true, false),
  ('A230', 'Disputes receivable', 'A', false, true),
  ('A290', 'Loss allowance', 'A', false, true),
  ('L300', 'Customer advance, earmarked', 'L', true, false),
  ('L310', 'User excess, refundable', 'L', true, false),
  ('L311', 'Refunds in transit', 'L', false, true),
  ('L320', 'Unidentified receipts', 'L', false, true),
  ('L330', 'CGST payable', 'L', false, true),
  ('L331', 'SGST payable', 'L', false, true),
  ('L332', 'IGST payable', 'L', false, true),
  ('L340', 'Rewards liability', 'L', true, false),
  ('L350', 'Interest and charges in suspense', 'L', false, true),
  ('I400', 'Service fee income', 'I', false, true),
  ('I410', 'Interest income', 'I', false, true),
  ('I420', 'Penal charge income', 'I', false, true),
  ('I421', 'Bounce charge income', 'I', false, true),
  ('I430', 'Recovery of written-off loans', 'I', false, true),
  ('E500', 'Rewards expense', 'E', false, true),
  ('E501', 'Referral expense', 'E', false, true),
  ('E510', 'Waivers', 'E', false, true),
  ('E520', 'Credit loss', 'E', false, true),
  ('E530', 'Rail charges', 'E', false, true),
  ('E540', 'Compensation', 'E', false, true),
  ('E550', 'Payment losses', 'E', false, true),
  ('Q600', 'Funding and equity', 'Q', false, true),
  ('M900', 'Memo: limit reserved', 'M', false, true),
  ('M901', 'Memo: limit reserved, contra', 'M', false, true);

create table journals (
  user_id uuid not null,
  id uuid not null default new_id(),
  source_kind text not null,
  source_id uuid not null,
  loan_id uuid,
  effective_on date not null,
  posting_on date not null,
  posted_at timestamptz not null,
  reversal_of uuid,
  primary key (user_id, id),
  unique (user_id, source_kind, source_id),
  foreign key (user_id, reversal_of) references journals (user_id, id)
);
create index journals_by_loan on journals (user_id, loan_id);
create index journals_by_day on journals (posting_on);

-- Signed paise: debit positive, credit negative.
create table postings (
  user_id uuid not null,
  journal_id uuid not null,
  line smallint not null,
  account text not null references accounts (code),
  loan_id uuid,
  amount_paise bigint not null check (amount_paise <> 0 and abs(amount_paise) <= 1000000000000),
  primary key (user_id, journal_id, line),
  foreign key (user_id, journal_id) references journals (user_id, id)
);
create index postings_by_account on postings (account, user_id);
create index postings_by_loan on postings (user_id, loan_id, account);

create table account_balances (
  user_id uuid not null,
  account text not null references accounts (code),
  -- The zero uuid stands for "no loan": a primary key cannot hold a null.
  loan_id uuid not null default '00000000-0000-0000-0000-000000000000',
  balance_paise bigint not null default 0,
  primary key (user_id, account, loan_id)
);

select protect_user_table('journals');
select protect_user_table('postings');
select protect_user_table('account_balances');
create policy books on journals to mohlat_books using (true) with check (true);
create policy books on postings to mohlat_books using (true) with check (true);
create policy books on account_balances to mohlat_books using (true) with check (true);
grant select on journals, postings, account_balances to mohlat_api, mohlat_worker;
grant select, insert on journals, postings to mohlat_books;
grant select, insert, update on account_balances to mohlat_books;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a mirror journal instead', tg_table_name;
end $$;
create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();
