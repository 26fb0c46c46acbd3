-- What:  call-backs that were never closed are closed.
-- Why:   those of three providers, and those that ask for nothing, waited for ever: their alarm rang always and they were never erased.
-- Locks: rows of webhook_inbox that nobody takes up any more.
-- Safe while the old version runs: yes; it takes up and closes its own as before.
-- Up Migration

update webhook_inbox set processed_at = received_at, outcome = 'ignored'
where processed_at is null and received_at < now() - interval '1 day';
