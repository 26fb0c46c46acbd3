-- What:  a stored file says since when it is known that its bytes cannot be read any more.
-- Why:   a file that is lost was told as a store that is away, for ever; nothing counted those that are lost.
-- Locks: a column without a default and a small index on stored_files, a moment: files are few, and none of them is lost yet.
-- Safe while the old version runs: yes, it neither reads nor writes the column.
-- Up Migration

alter table stored_files add column lost_at timestamptz;
create index stored_files_lost on stored_files (lost_at) where lost_at is not null and erased_at is null;
grant update (lost_at) on stored_files to mohlat_worker;
