-- What:  anchors of closed days, and the leaves of journals and of the audit log in them.
-- Why:   whoever may write to the database could change the books so that nobody sees it: each day's rows are signed now.
-- Locks: new tables only.
-- Safe while the old version runs: yes, it knows nothing of them and its rows are anchored like all others.
-- Up Migration

-- One for each closed business day, each naming the hash of the one before it. Signed with a key outside the database.
create table anchors (
  number integer primary key check (number > 0),
  day_on date not null unique,
  made_at timestamptz not null,
  journal_count integer not null,
  journal_root_hash bytea not null,
  -- The root of each 256 leaves, from which a path is made.
  journal_blocks bytea[] not null,
  audit_count integer not null,
  audit_root_hash bytea not null,
  -- The last row of the audit log in it or in one before it.
  audit_through bigint not null,
  previous_hash bytea not null,
  key_id text not null,
  signature bytea not null,
  -- When it lay in the file store as well.
  kept_at timestamptz
);
create index anchors_to_keep on anchors (number) where kept_at is null;
grant select on anchors to mohlat_api, mohlat_worker;
grant insert, update (kept_at) on anchors to mohlat_worker;

-- No foreign key: a leaf outlives its journal, else nobody could say what is missing. Erasing takes the salt and leaves the hash.
create table journal_leaves (
  user_id uuid not null,
  journal_id uuid not null,
  anchor integer not null,
  position integer not null,
  salt bytea,
  hash bytea not null,
  primary key (user_id, journal_id)
);
create index journal_leaves_in_order on journal_leaves (anchor, position);
select protect_user_table('journal_leaves');
grant select on journal_leaves to mohlat_api;
grant select, insert, update (salt) on journal_leaves to mohlat_worker;
-- A path is made of everybody's hashes, and of nothing else of theirs.
create policy books on journal_leaves for select to mohlat_books using (true);
grant select (anchor, position, hash) on journal_leaves to mohlat_books;

create table audit_leaves (
  seq bigint primary key,
  anchor integer not null,
  position integer not null,
  salt bytea,
  hash bytea not null
);
create index audit_leaves_in_order on audit_leaves (anchor, position);
grant select, insert on audit_leaves to mohlat_worker;
