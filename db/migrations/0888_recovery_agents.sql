-- What:  the recovery agents that staff name for a loan, and a note on a contact that staff log.
-- Why:   a person is promised the agent's name and number before the first contact, and every contact is to be recorded (LEND-23); neither had a place.
-- Locks: contacts, for a moment: a nullable column; loans against writing for a moment, for the key of a new table that leads to them.
-- Safe while the old version runs: yes, it knows neither. It does not count a logged call among the day's contacts.
-- Up Migration

-- Rule: LEND-23. The newest row of a loan counts; the ones before stay, for who asks who was named when.
create table recovery_agents (
  user_id uuid not null,
  id uuid not null default new_id(),
  loan_id uuid not null,
  name text not null,
  phone text not null,
  named_at timestamptz not null,
  constraint recovery_agents_pkey primary key (user_id, id),
  constraint recovery_agents_loan_fkey foreign key (user_id, loan_id) references loans (user_id, id)
);
create index recovery_agents_newest on recovery_agents (user_id, loan_id, named_at desc);
select protect_user_table('recovery_agents');
grant select on recovery_agents to mohlat_api;
grant select, insert, delete on recovery_agents to mohlat_worker;

-- The words of the member of staff who called or visited; null of what the product sent.
alter table contacts add column note text;
grant update (note) on contacts to mohlat_worker;
