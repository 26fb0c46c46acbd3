-- What:  how many SMS of an hour went to askers on networks where nobody proved a number, and which number proved a network.
-- Why:   the share of such networks was compared with everybody's messages; and one number could prove networks without end.
-- Locks: short ones on two small tables; columns without a rewrite, and an index on one that was made lately.
-- Safe while the old version runs: yes. Its messages count for the hour alone, and the networks it notes for no number.
-- Up Migration

alter table auth.sms_hours add column sent_unproven integer not null default 0;
-- Keyed, as the network is.
alter table auth.proven_networks add column number_hash bytea;
create index proven_networks_number on auth.proven_networks (number_hash);
