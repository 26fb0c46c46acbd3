-- What:  what each provider that charges by the call has cost on a day, and how many calls were refused for that.
-- Why:   nothing bounded what a fault or an attacker could make us buy.
-- Locks: none; a new table.
-- Safe while the old version runs: yes; it buys without counting.
-- Up Migration

create table provider_spend (
  provider text not null,
  day_on date not null,
  spent_paise bigint not null default 0 check (spent_paise >= 0),
  -- As the process that was asked last knows it.
  budget_paise bigint not null check (budget_paise > 0),
  refused_count integer not null default 0 check (refused_count >= 0),
  primary key (provider, day_on)
);
grant select, insert, update on provider_spend to mohlat_worker;
