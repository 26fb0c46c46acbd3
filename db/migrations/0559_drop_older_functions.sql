-- What:  the functions go that only processes of before version 0.1.0 called.
-- Why:   decision 080 keeps them one release long. 0.1.0 was that release: its code calls none of them, and its functions call them no more.
-- Locks: none on tables.
-- Safe while the old version runs: yes; 0.1.0 does without them. A process of before 0.1.0 does not: upgrade to 0.1.0 first.
-- Up Migration

drop function if exists repayment_settle(uuid, uuid, uuid, timestamptz, jsonb);
drop function if exists allowance_release(uuid, uuid, date, timestamptz);
drop function if exists accept_payment(uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet);
drop function if exists exit_charge_paise(loans);
drop function if exists late_terms(integer, text, integer);

-- The days of loans, and where credit stands.
drop function if exists catch_up_days(uuid, date, timestamptz);
drop function if exists settle_standing(uuid[], timestamptz);
drop function if exists loan_closed_through(loan_days);
drop function if exists counted_from(uuid, uuid, date);
drop function if exists demanded_on(uuid, uuid, date);
drop function if exists frozen_days(uuid, uuid, date, date);
drop function if exists days_past_due(uuid);
drop function if exists days_past_due_now(credit_accounts);
drop function if exists days_past_due_on(credit_accounts, date);
drop function if exists standing_on(uuid, uuid, date);
drop function if exists rewind_loan(uuid, uuid, date, timestamptz);
drop function if exists payment_unwind(uuid, uuid, timestamptz);

-- Relief and refunds.
drop function if exists write_off_apply(uuid, uuid, timestamptz);
drop function if exists charge_bounce(uuid, uuid, integer, bigint, timestamptz);
drop function if exists waiver_apply(uuid, uuid, timestamptz);
drop function if exists loan_waivable(uuid, uuid, date);
drop function if exists refunds_start(uuid, uuid, timestamptz, bigint, interval, integer);
drop function if exists refunds_begin(uuid, uuid, timestamptz, bigint, interval, integer);
drop function if exists refunds_due(uuid, uuid, timestamptz, bigint, interval, integer);
drop function if exists refund_end(uuid, uuid, timestamptz, text, jsonb);

-- Rewards and referrals.
drop function if exists rewards_earn(uuid[], date, date, timestamptz);
drop function if exists rewards_claw_back(timestamptz, integer);
drop function if exists rewards_expire(date, timestamptz, integer);
drop function if exists rewards_give_back(timestamptz, integer);
drop function if exists referrals_keep(timestamptz, timestamptz, integer);
drop function if exists referrals_reward(timestamptz, timestamptz, integer);
drop function if exists referrals_claw_back(timestamptz);
drop function if exists referrals_look(timestamptz, timestamptz, integer);
drop function if exists referrals_take_back(timestamptz);
drop function if exists referrals_rewarded(date);
drop function if exists older_rewards();

-- Comparing with the rail and with the settlement file.
drop function if exists rail_match(uuid, timestamptz);
drop function if exists rail_sort(uuid, timestamptz);
drop function if exists rail_judged(uuid, timestamptz);
drop function if exists rail_owed();
drop function if exists breaks_settle(timestamptz);
drop function if exists break_book(uuid, uuid, text, timestamptz);
drop function if exists break_paise(uuid, uuid);
drop function if exists settle_collections(timestamptz, integer);
drop function if exists payment_late_success(uuid, uuid, timestamptz, jsonb);
