-- What:  what staff tell a payer's bank about a dispute, and the documents they keep for it.
-- Why:   a dispute that nobody answers before its deadline is lost; answering and giving in are done in the product.
-- Locks: columns without a rewrite on chargebacks, a short table; the rest is new.
-- Safe while the old version runs: yes, it reads what it read before.
-- Up Migration

alter table chargebacks
  -- representing, accepting: on its way to the rail; represented, accepted: the rail has it; refused: it takes it not.
  add column response text
    check (response in ('representing', 'represented', 'accepting', 'accepted', 'refused')),
  add column response_by uuid,
  add column response_at timestamptz,
  add column response_summary_sealed bytea,
  -- Why the rail does not take it, in its own word.
  add column response_refusal text,
  add check ((response is null) = (response_by is null) and (response is null) = (response_at is null)),
  add check (response_refusal is null or response = 'refused');
-- What was told stays sealed from the role of staff; the worker opens it for them.
revoke select on chargebacks from mohlat_staff;
grant select (user_id, id, repayment_id, loan_id, dispute_ref, amount_paise, phase, reason_code, respond_by, status, deducted_at,
  opened_at, ended_at, next_look_at, response, response_by, response_at, response_refusal) on chargebacks to mohlat_staff;
-- Staff name a dispute, never its owner.
create index chargebacks_by_id on chargebacks (id);

-- The file's own id. Until something was told to the bank, it can be taken away.
create table chargeback_files (
  user_id uuid not null,
  id uuid not null,
  chargeback_id uuid not null,
  name text not null,
  -- What the rail calls its copy; null until it has one.
  document_ref text,
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, chargeback_id) references chargebacks (user_id, id),
  foreign key (user_id, id) references stored_files (user_id, id),
  check (added_by <> user_id)
);
create index chargeback_files_of_one on chargeback_files (user_id, chargeback_id, added_at);
select protect_user_table('chargeback_files');
grant select on chargeback_files to mohlat_api;
grant select, insert, delete on chargeback_files to mohlat_worker;
grant update (document_ref) on chargeback_files to mohlat_worker;
