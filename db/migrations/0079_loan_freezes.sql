-- What:  since when and until when a loan is frozen, because the rail says that its bill is on its way back.
-- Why:   a bill that the rail gave back late was dunned: demanded, charged, classed and collected, until two people had
--        decided about it.
-- Locks: none on what stands; the table is new.
-- Safe while the old version runs: yes; its server asks for no freeze where it reminds and presents, the database where a day
--        closes does.
-- Up Migration

-- Append-only: each row is a fact, the newest that has begun says how the loan stands. From its day the loan is frozen or it
-- is not. Rule: LEND-X10.
create table loan_freezes (
  user_id uuid not null,
  loan_id uuid not null,
  seq integer not null check (seq > 0),
  is_frozen boolean not null,
  from_on date not null,
  at timestamptz not null,
  -- What froze it, in the rail's documented word, or what ended it.
  word text not null check (word in ('refund_required', 'refund_requested', 'refund_processed', 'withdrawn', 'unwound')),
  -- The row of the rail's list that says so.
  rail_row_id uuid,
  -- Who of the staff found it withdrawn; null where the loan was undone.
  decided_by uuid,
  primary key (user_id, loan_id, seq),
  foreign key (user_id, loan_id) references loans (user_id, id),
  foreign key (user_id, rail_row_id) references rail_rows (user_id, id),
  check (is_frozen = (word like 'refund%')),
  check (is_frozen = (rail_row_id is not null)),
  check (decided_by is null or word = 'withdrawn' and decided_by <> user_id)
);
select protect_user_table('loan_freezes');
select open_to_staff('loan_freezes');
grant select on loan_freezes to mohlat_api, mohlat_staff;
grant select, insert on loan_freezes to mohlat_worker;

create function refuse_freeze_change() returns trigger language plpgsql as $$
begin
  raise exception 'a freeze is append-only: its end is another row';
end $$;
create trigger loan_freezes_append_only before update or delete or truncate on loan_freezes
  for each statement execute function refuse_freeze_change();
