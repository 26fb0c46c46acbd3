-- What:  of accounts that were closed before, the names on fetched bills and the hashes of orders to the bill network are emptied.
-- Why:   closing does so from now on; a name on a bill was kept for ever, at times somebody else's (LEND-24, decision 167).
-- Locks: the rows of closed accounts that still have one.
-- Safe while the old version runs: yes; nothing reads them again. What it closes meanwhile is emptied with the books.
-- Up Migration

update bill_fetches set customer_name = null
where customer_name is not null and user_id in (select user_id from account_closures where erased_at is not null);
update payment_attempts set request_hash = ''
where request_hash <> '' and user_id in (select user_id from account_closures where erased_at is not null);
