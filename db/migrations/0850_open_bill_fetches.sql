-- What:  a card keeps the fetch of its bill that the network has not answered yet; a fetched bill keeps the options of its biller.
-- Why:   each try began another fetch, so that a bank that needs 12 to 60 seconds never gave a bill (PAY-26, decision 173). A chosen option
--        was not sent to the network, for nothing kept its name (PAY-27).
-- Locks: columns without a default, or with a constant one, on cards and bill_fetches, a moment each.
-- Safe while the old version runs: yes; it neither reads nor writes them, and the bills it keeps have no options.
-- Up Migration

-- The network's reference, the instant it was begun, and the keyed hash of the mobile number it was begun under.
alter table cards
  add column bill_fetch_ref text,
  add column bill_fetch_began_at timestamptz,
  add column bill_fetch_mobile_hash bytea;
grant update (bill_fetch_ref, bill_fetch_began_at, bill_fetch_mobile_hash) on cards to mohlat_api, mohlat_worker;

alter table bill_fetches add column payment_options jsonb not null default '[]';
-- A person who takes up the fetch of a worker sees its bill.
grant update (is_asked_for) on bill_fetches to mohlat_api, mohlat_worker;
