-- What:  links that show a receipt to whoever has them.
-- Why:   a person shows that a bill is paid, without showing anything else.
-- Locks: new tables only.
-- Safe while the old version runs: yes.
-- Up Migration

create table receipt_links (
  user_id uuid not null,
  id uuid not null default new_id(),
  payment_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, payment_id) references payments (user_id, id)
);
create index receipt_links_of_payment on receipt_links (user_id, payment_id);
select protect_user_table('receipt_links');
grant select, insert on receipt_links to mohlat_api;
grant update (revoked_at) on receipt_links to mohlat_api;
grant select, delete on receipt_links to mohlat_worker;

-- Where a token leads: only its hash is here, and only two functions read it. Without its link it leads nowhere.
create table receipt_tokens (
  token_hash bytea primary key,
  linked_by uuid not null,
  link_id uuid not null
);
