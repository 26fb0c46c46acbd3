-- No part of an instalment is paid beyond what it is.
-- Rule: LEND-I08.
select user_id, loan_id, number from instalments
where paid_principal_paise not between 0 and principal_paise
   or paid_fee_paise not between 0 and fee_paise
   or paid_interest_paise not between 0 and interest_paise;
