-- What:  what a sign-up by an account elsewhere brings along, such as the code of the friend who sent the visitor.
-- Why:   an account that was made on the way back from Google had no such code, and nobody was rewarded for the friend.
-- Locks: auth.provider_flows for a moment: a column with a constant default.
-- Safe while the old version runs: yes. It does not know the column: of the ways that it begins nothing is remembered.
-- Up Migration

alter table auth.provider_flows add column sign_up_marks jsonb not null default '{}';
