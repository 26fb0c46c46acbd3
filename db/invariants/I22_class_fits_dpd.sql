-- A class other than NPA follows from the number of days.
-- Rule: LEND-I22, LEND-12.
select user_id, loan_id, business_on from dpd_log
where is_active and class <> 'NPA'
  and class <> case when dpd = 0 then 'STD' when dpd <= 30 then 'SMA0' when dpd <= 60 then 'SMA1' when dpd <= 90 then 'SMA2' else 'NPA' end;
