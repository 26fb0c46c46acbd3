-- What:  which repayment wrote an instalment, and which one put another in its place; the bills a plan is for.
-- Why:   a part-prepayment makes the coming instalments smaller: a new version of the schedule, the older one kept, and
--        taken up again when the loan is taken back to an earlier day. Plans are data: each says which bills it takes.
-- Locks: brief exclusive ones on instalments and repayments; the few rows of settings.
-- Safe while the old version runs: yes.
-- Up Migration

-- Rule: LEND-9. Null: written when the loan was booked. Released: no longer in force, kept as it was.
alter table instalments add column written_by uuid, add column released_by uuid;
alter table instalments add foreign key (user_id, written_by) references repayments (user_id, id);
alter table instalments add foreign key (user_id, released_by) references repayments (user_id, id);

-- Rule: LEND-4. A plan has a name and the bills it is for; a plan may have late charges of its own beside those
-- of its version. The terms of no version change by this.
update settings set content = jsonb_set(content, '{plans}', (
  select jsonb_agg(plan || jsonb_build_object(
    'code', case plan ->> 'kind' when 'single' then 'PL30' else 'EMI' || (plan ->> 'instalments') end,
    'billMinPaise', 100, 'billMaxPaise', null) order by place)
  from jsonb_array_elements(content -> 'plans') with ordinality as t(plan, place)));
