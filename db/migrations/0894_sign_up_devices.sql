-- What:  the name of the browser goes out of the data of accounts, waiting sign-ups and identities; a hash of it stands in the new columns.
-- Why:   as 0893.
-- Locks: the rows that have a name, which are most accounts: a log-in of one of them waits until all are written. Nothing that reads waits.
-- Safe while the old version runs: yes. Of accounts that it makes meanwhile the name stays among the data until they change, and no
--        referral is refused for their browser.
-- Up Migration

update auth.users set
  sign_up_device_hash = case when user_metadata ->> 'device' <> '' then
    sha256(convert_to('sign-up device ' || (user_metadata ->> 'device'), 'UTF8')) end,
  user_metadata = user_metadata - 'device'
where user_metadata ? 'device';
update auth.sign_ups set
  device_hash = case when user_metadata ->> 'device' <> '' then
    sha256(convert_to('sign-up device ' || (user_metadata ->> 'device'), 'UTF8')) end,
  user_metadata = user_metadata - 'device'
where user_metadata ? 'device';
update auth.identities set identity_data = identity_data - 'device' where identity_data ? 'device';
