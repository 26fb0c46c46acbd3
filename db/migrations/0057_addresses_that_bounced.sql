-- What:  to which address a mail went, as a keyed hash.
-- Why:   a mail that came back says of its address that nothing arrives there; later notices went to it all the same.
-- Locks: a column without a rewrite.
-- Safe while the old version runs: yes, it writes none, and of its mails none is held back.
-- Up Migration

-- Of mails alone; the address itself is not kept.
alter table deliveries add column address_hash bytea;
-- Staff read what became of a message, never a hash.
revoke select on deliveries from mohlat_staff;
grant select (user_id, id, channel, template, status, tries, reason, provider_ref, queued_at, settled_at)
  on deliveries to mohlat_staff;
