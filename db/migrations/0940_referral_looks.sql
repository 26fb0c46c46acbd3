-- What:  when the last look for new referrals ended.
-- Why:   sign-ups were looked for two days back from now: of a worker that was down for longer, whoever came before was never counted.
-- Locks: none, the table is new.
-- Safe while the old version runs: yes. It neither reads nor writes the row, and goes on looking two days back.
-- Up Migration

create table referral_looks (
  is_only boolean primary key default true check (is_only),
  -- To the hour; null before the first.
  ended_at timestamptz
);
insert into referral_looks default values;
grant select, update on referral_looks to mohlat_worker;
