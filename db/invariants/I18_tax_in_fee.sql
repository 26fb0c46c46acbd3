-- The tax inside the fee is twice half of it, rounded half up.
-- Rule: LEND-I18.
select user_id, id from payments where gst_paise <> 2 * ((2 * service_fee_paise * 9 + 118) / 236);
