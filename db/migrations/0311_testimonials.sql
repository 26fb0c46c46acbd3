-- What:  sentences that people leave about a payment they have repaid.
-- Why:   the landing page shows what real people said, with their consent, and invents nobody.
-- Locks: a new table only.
-- Safe while the old version runs: yes.
-- Up Migration

create table testimonials (
  user_id uuid not null,
  id uuid not null default new_id(),
  payment_id uuid not null,
  quote text not null check (char_length(quote) between 20 and 280),
  language text not null check (language in ('en', 'hi')),
  -- Giving it is the consent to publish it; taking it back deletes the row.
  given_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'published', 'declined')),
  decided_at timestamptz,
  decided_by uuid,
  primary key (user_id, id),
  unique (user_id, payment_id),
  foreign key (user_id, payment_id) references payments (user_id, id),
  check ((status = 'waiting') = (decided_at is null))
);
create index testimonials_by_status on testimonials (status, given_at, id);
select protect_user_table('testimonials');
grant select, insert, delete on testimonials to mohlat_api;
grant select, update (status, decided_at, decided_by), delete on testimonials to mohlat_worker;
