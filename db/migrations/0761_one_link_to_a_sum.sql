-- What:  a payment has one link to the sum that ends its loan.
-- Why:   two would take it twice, as two links to one instalment would.
-- Locks: repay_links against writes, while the index of few rows is built.
-- Safe while the old version runs: yes; it makes no such links.
-- Up Migration

create unique index one_repay_link_a_sum on repay_links (user_id, payment_id) where instalment is null and revoked_at is null;
