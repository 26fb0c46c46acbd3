-- What:  of a card or a bank account that is removed, the names and the branch are emptied.
-- Why:   nothing reads them again, and they were kept as long as the account here.
-- Locks: the rows that were removed before; the triggers take a moment on each table.
-- Safe while the old version runs: yes; what it removes is emptied, too.
-- Up Migration

-- Last digits and bank stay, by which a payment or a mandate still names it; the keyed hashes stay, by which the same card or
-- account is known again. A login that removes one cannot write these columns by itself.
create function blank_removed_card() returns trigger language plpgsql as $$
begin
  new.name_on_card := '';
  new.nickname := null;
  new.expiry := '';
  return new;
end $$;
create trigger cards_blank_removed before update of removed_at on cards for each row
  when (new.removed_at is not null) execute function blank_removed_card();

create function blank_removed_bank_account() returns trigger language plpgsql as $$
begin
  new.account_name := '';
  new.ifsc := '';
  new.branch := '';
  new.city := '';
  new.name_at_bank := null;
  new.name_percent := null;
  return new;
end $$;
create trigger bank_accounts_blank_removed before update of removed_at on bank_accounts for each row
  when (new.removed_at is not null) execute function blank_removed_bank_account();

update cards set removed_at = removed_at where removed_at is not null;
update bank_accounts set removed_at = removed_at where removed_at is not null;
