-- What:  forgets what the sign-in tables hold from the future of a sandbox whose clock was moved on.
-- Why:   ages of sessions, proofs, codes and back-off go by the machine's time (decision 074). A wrong password, a sent mail
--        or a used step of an authenticator app dated months ahead would shut its owner out until then.
-- Locks: rows of the sign-in tables; without a sandbox none is dated ahead.
-- Safe while the old version runs: yes; in such a sandbox people log in anew.
-- Up Migration

delete from auth.sessions where created_at > now() or refreshed_at > now();
delete from auth.one_time_codes where created_at > now();
delete from auth.sign_ups where created_at > now();
delete from auth.password_tries where last_at > now();
delete from auth.sms_sent where sent_at > now();
delete from auth.mails_sent where sent_at > now();
update auth.users set
  confirmation_sent_at = least(confirmation_sent_at, now()), recovery_sent_at = least(recovery_sent_at, now()),
  reauthentication_sent_at = least(reauthentication_sent_at, now()),
  email_change_sent_at = least(email_change_sent_at, now()), phone_change_sent_at = least(phone_change_sent_at, now())
where greatest(confirmation_sent_at, recovery_sent_at, reauthentication_sent_at, email_change_sent_at, phone_change_sent_at)
  > now();
update auth.factors set
  last_step = least(last_step, floor(extract(epoch from now()) / 30)::bigint),
  tries_from = least(tries_from, now()), last_challenged_at = least(last_challenged_at, now()),
  refused_from = least(refused_from, now()), locked_until = null
where last_step > extract(epoch from now()) / 30 or greatest(tries_from, last_challenged_at, refused_from) > now();
