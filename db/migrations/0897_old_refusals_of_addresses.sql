-- What:  mails refused at their address are written down as refused, without a word about the address.
-- Why:   every refusal at RCPT TO counted against the address, also that of a relay which refused us, and kept later mails from it for a year.
--        The rows do not hold the relay's code. An address that is refused for good is found out by its next mail.
-- Locks: the few rows of deliveries that it changes; it reads the whole table.
-- Safe while the old version runs: yes. It may write such rows until it ends; they count as what they say.
-- Up Migration

update deliveries set reason = 'refused' where reason = 'address_refused';
