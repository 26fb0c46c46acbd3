-- The browser of a sign-up, as a hash of its name: two accounts of one browser have the same. It is not the name itself, which
-- makes a browser its owner's and is told by no answer (decision 189).
alter table auth.users add column sign_up_device_hash bytea;
alter table auth.sign_ups add column device_hash bytea;
