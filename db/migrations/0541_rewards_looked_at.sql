-- What:  indexes of loans that were taken back to an earlier day or undone, and of repayments by rewards.
-- Why:   rewards that may rest on nothing any more, and those that paid for nothing, were looked for every night among all rewards and
--        repayments of all years. Past half a minute the statement is cut, and from then on no reward is given.
-- Locks: loans and repayments against writing, while the indexes are built.
-- Safe while the old version runs: yes; they are indexes.
-- Up Migration

create index loans_moved on loans (user_id, id) where rewound_count > 0 or status in ('exited', 'unwound');
create index repayments_by_reward on repayments (user_id) where channel = 'reward';
