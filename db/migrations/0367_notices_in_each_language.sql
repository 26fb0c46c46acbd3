-- What:  the title and description of a notice in each language.
-- Why:   a notice stayed in the language of the day it was written, whatever its reader reads now.
-- Locks: notifications, for a moment: a nullable column.
-- Safe while the old version runs: yes, it writes and reads title and description, which stay; its notices keep one language.
-- Up Migration

-- {"en": {"title": …, "description": …}, "hi": {…}}; null of older notices.
alter table notifications add column texts jsonb;
