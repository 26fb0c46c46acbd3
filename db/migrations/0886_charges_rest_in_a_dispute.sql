-- What:  a dispute keeps the days on which no charge is levied on its loan: after the newest that was opened when it was heard of, through the
--        one on which it ended.
-- Why:   contact rested while a bank disputed a repayment, and new charges came all the while (LEND-23, decision 185).
-- Locks: chargebacks for a moment: two empty columns, a trigger, and an update of its few open rows.
-- Safe while the old version runs: yes. It writes nothing here: of a dispute that it hears of, these days begin with the next look of a new
--        process, and of one that it ends they end with that.
-- Up Migration

alter table chargebacks
  -- Null: no day without charges is kept.
  add column rests_after_on date,
  -- Null while it waits. Written once, also where it is won after it was lost.
  add column rests_until_on date;
-- Charges of days that are opened by now stand.
update chargebacks c set rests_after_on = ist_date(now())
where c.status in ('open', 'review') and not (c.status = 'review' and exists (
  select 1 from reconciliation_breaks b
  where b.user_id = c.user_id and b.repayment_id = c.repayment_id and b.reference = c.dispute_ref
    and b.kind in ('chargeback_partial', 'chargeback_unclear') and b.resolved_at is not null
    and coalesce(b.detail ->> 'chargebackId', c.id::text) = c.id::text));
-- A close that read the loan before the dispute was heard of decides again. The writer holds the borrower's row by then.
create trigger chargebacks_added after insert on chargebacks referencing new table as changed
  for each statement execute function raise_book_version();
