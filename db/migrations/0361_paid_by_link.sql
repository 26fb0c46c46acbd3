-- What:  the payment with which the holder of a link confirmed a repayment's order.
-- Why:   owner and holder of a link share one order, so the order does not tell which of them paid, and the owner was told nothing.
-- Locks: repayments, for a moment.
-- Safe while the old version runs: yes, it knows none of this.
-- Up Migration

-- It came by the link where this is the payment that was credited: an order may be paid twice.
alter table repayments add column link_payment_ref text;
grant update (link_payment_ref) on repayments to mohlat_api;
