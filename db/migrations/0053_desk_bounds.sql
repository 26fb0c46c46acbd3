-- What:  accounts by the end of their number instead of by how an address begins, and by their device; mails that came back; reports of messages
--        nobody knows yet; hardships by their id.
-- Why:   letter by letter a search told what is masked; what bounced was called sent, and a report that came before we had
--        written down whose it is was lost.
-- Locks: short ones on auth.users and hardships while indexes are built, on deliveries while a check is replaced.
-- Safe while the old version runs: yes; its search by the beginning of an address gets slow.
-- Up Migration

drop index auth.users_by_email_beginning;
create index users_by_phone_end on auth.users (right(phone, 4)) where phone is not null;
-- A ring of friends on one device is found by it.
create index users_by_device on auth.users ((user_metadata ->> 'device')) where user_metadata ->> 'device' is not null;
-- Staff name a hardship, never its owner.
create index hardships_by_id on hardships (id);

-- bounced: the mail server took it, and it came back.
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check
  check (status in ('queued', 'sent', 'delivered', 'failed', 'bounced', 'unknown', 'dropped'));

-- What was reported of a message before its sending was written down: neither address nor text. Taken up by it, or cleared.
create table early_reports (
  provider_ref text primary key,
  status text not null check (status in ('delivered', 'failed', 'bounced')),
  reason text,
  reported_at timestamptz not null
);
create index early_reports_old on early_reports (reported_at);
grant select, insert, delete on early_reports to mohlat_worker;
