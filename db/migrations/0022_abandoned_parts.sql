-- What:  an index to find parts of recordings by when they came.
-- Why:   what was begun and never handed in is erased soon after its phrase has run out.
-- Locks: a short one while the index of a small table is built.
-- Safe while the old version runs: yes.
-- Up Migration

create index video_parts_oldest on video_parts (received_at);
