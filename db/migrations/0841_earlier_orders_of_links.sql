-- What:  every repayment whose order was opened by a repay link, and not the newest alone.
-- Why:   who paid an order that a link had opened before it moved to another one was told that nothing was confirmed.
-- Locks: repay_links for a moment: a column with a constant default.
-- Safe while the old version runs: yes. Where it moves a link, that one order is forgotten as before.
-- Up Migration

alter table repay_links add column earlier_repayment_ids uuid[] not null default '{}';
grant update (earlier_repayment_ids) on repay_links to mohlat_api;
