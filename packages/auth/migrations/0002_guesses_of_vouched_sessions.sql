-- Wrong answers of sessions that a message to the owner began, or that have shown a factor, are counted apart from those of
-- sessions that a password opens at will: a stranger who has it locks the others' way for nobody.
alter table auth.factors
  add column vouched_tries integer not null default 0,
  add column vouched_tries_from timestamptz,
  add column vouched_refused_count integer not null default 0
    constraint factors_vouched_refused_count_check check (vouched_refused_count >= 0),
  add column vouched_refused_from timestamptz,
  add column vouched_locked_until timestamptz;
