-- What:  the browser of a sign-up, as a hash of its name, in columns of its own; out of the data of accounts goes the name itself.
-- Why:   the name makes a browser its owner's, and stood in every session's answer and token: a thief with the password alone
--        learned it, and was then taken for the owner's browser (decision 189).
-- Locks: auth.users, auth.sign_ups and auth.identities for a moment: columns without a rewrite; then the rows that have a name, one
--        by one, which log-ins of these accounts wait for until it is committed; an index over the new column.
-- Safe while the old version runs: yes. Of accounts that it makes meanwhile the name stays among the data until they change, and no
--        referral is refused for their browser.
-- Up Migration

alter table auth.users add column sign_up_device_hash bytea;
alter table auth.sign_ups add column device_hash bytea;

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

drop index auth.users_by_device;
create index users_by_device on auth.users (sign_up_device_hash) where sign_up_device_hash is not null;
