-- What:  the loans booked on each day, by the month of their bill.
-- Why:   each view of the staff's first page joined all loans of all years to their payments, for the bills of each month.
-- Locks: a new table; business_days for a moment.
-- Safe while the old version runs: yes; it neither reads nor writes them. A sweep fills them, a day at a time.
-- Up Migration

create table loan_months (
  -- The day of posting.
  day_on date not null references business_days (day_on),
  month text not null,
  loans integer not null,
  paise bigint not null,
  primary key (day_on, month)
);
grant select, insert on loan_months to mohlat_worker;

-- A summed day is never posted on again (LEND-B6), so its loans are all there.
alter table business_days add column months_at timestamptz;
create index business_days_without_months on business_days (day_on) where months_at is null;
grant update (months_at) on business_days to mohlat_worker;

