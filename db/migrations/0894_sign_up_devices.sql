-- What:  the name of the browser goes out of the data of waiting sign-ups; a hash of it stands in the new column. That of accounts and
--        identities goes at night, 500 at a time (auth.move_sign_up_names, with the clean-up of the sign-in tables).
-- Why:   as 0893. Most accounts have a name: written here, in one transaction, each log-in of one would wait until all are.
-- Locks: the rows of sign-ups that wait, a week of them at most. No account.
-- Safe while the old version runs: yes. Accounts that it makes meanwhile are taken at night, too; until then no referral is refused for
--        the browser of an account that is not taken yet.
-- Up Migration

update auth.sign_ups set
  device_hash = case when user_metadata ->> 'device' <> '' then
    sha256(convert_to('sign-up device ' || (user_metadata ->> 'device'), 'UTF8')) end,
  user_metadata = user_metadata - 'device'
where user_metadata ? 'device';
