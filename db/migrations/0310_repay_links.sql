-- What:  links by which somebody else pays one instalment.
-- Why:   a person lets somebody help without showing who they are, what they owe in all or where.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table repay_links (
  user_id uuid not null,
  id uuid not null default new_id(),
  payment_id uuid not null,
  -- The instalment, by its number; numbers stay when a part is paid early.
  instalment integer not null check (instalment > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- The repayment whose order was opened by it last.
  repayment_id uuid,
  primary key (user_id, id),
  foreign key (user_id, payment_id) references payments (user_id, id),
  foreign key (user_id, repayment_id) references repayments (user_id, id)
);
create index repay_links_of_payment on repay_links (user_id, payment_id);
create index repay_links_of_repayment on repay_links (user_id, repayment_id);
-- Two links to one instalment would take it twice.
create unique index one_repay_link_an_instalment on repay_links (user_id, payment_id, instalment) where revoked_at is null;
select protect_user_table('repay_links');
grant select, insert on repay_links to mohlat_api;
grant update (revoked_at, repayment_id) on repay_links to mohlat_api;
grant select, delete on repay_links to mohlat_worker;

-- Where a token leads: only its hash is here, and only two functions read it. Without its link it leads nowhere.
create table repay_tokens (
  token_hash bytea primary key,
  linked_by uuid not null,
  link_id uuid not null
);
