-- What:  loans that ended have no next day any more.
-- Why:   a tiny balance let off at a close ended its loan, and the same close wrote its next day. The loan went on being late until then, and
--        kept its account from being freed.
-- Locks: the few rows of loan_days that it changes; it reads the whole table.
-- Safe while the old version runs: yes. It looks at open loans alone, and book_days clears what it writes of others.
-- Up Migration

update loan_days set next_on = null where not is_open and next_on is not null;
