-- What:  the worker reads the audit log in the timeline of an account where risk or an administrator acts, and for nobody else.
-- Why:   the timeline is every role's: support and finance read there who had revealed or blocked whom and why, also about themselves
--        (LEND-24: the log is read by risk and by who administers staff).
-- Locks: a moment of the table.
-- Safe while the old version runs: yes; its timelines of the other roles leave these rows out.
-- Up Migration

alter policy for_staff on audit_log using (app_staff_has('risk') or app_staff_has('admin'));
