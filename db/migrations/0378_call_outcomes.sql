-- What:  a call of a provider says what it came to: a failure of the provider, a clear refusal, or one that we held back.
-- Why:   only two names of errors counted as clear refusals, so their kinds, and calls that we ourselves held back, paged somebody.
-- Locks: provider_calls, for a moment: a nullable column, and a check that reads no row; 0391 has them read.
-- Safe while the old version runs: yes; it leaves the column null, and the name of the error says it, as before.
-- Up Migration

alter table provider_calls add column outcome text;
alter table provider_calls
  add constraint provider_calls_outcome_check check (outcome in ('ok', 'refused', 'failed', 'not_sent')) not valid;
