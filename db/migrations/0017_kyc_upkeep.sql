-- What:  video sessions at the provider, PANs that a person compares, and when a KYC has to be done again.
-- Why:   a hosted session is known by our row before it is asked for; a close name is decided by a person; a KYC lapses.
-- Locks: new tables; five columns of kyc_records without a rewrite; a check of kyc_attempts reads the table once.
-- Safe while the old version runs: yes. What it verifies gets its date from the next sweep.
-- Up Migration

-- The provider knows a session by our id. Where it is found is read from there, not kept.
create table video_sessions (
  user_id uuid not null references profiles (user_id),
  id uuid not null,
  consent_id uuid not null,
  -- sending: asked for, answer unknown. closed: over without a verdict (dropped, expired, never made).
  status text not null check (status in ('sending', 'open', 'approved', 'rejected', 'closed')),
  phase text,
  trouble text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  looks_count integer not null default 0 check (looks_count >= 0),
  next_look_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, consent_id) references consents (user_id, id)
);
create unique index video_sessions_one_open on video_sessions (user_id) where status in ('sending', 'open');
-- A call-back names the session, never the user.
create index video_sessions_by_id on video_sessions (id);
create index video_sessions_due on video_sessions (next_look_at) where next_look_at is not null;
select protect_user_table('video_sessions');
grant select, insert, update on video_sessions to mohlat_api, mohlat_worker;

-- What a person compares when the name on a PAN is close to the profile's, not the same. Facts of one moment.
create table pan_reviews (
  user_id uuid not null references profiles (user_id),
  id uuid not null,
  -- Emptied once it is decided: a PAN that was approved stands in the profile.
  pan_sealed bytea,
  pan_hash bytea not null,
  pan_masked text not null,
  full_name text not null,
  name_on_pan text not null,
  category text,
  name_percent smallint not null check (name_percent between 0 and 100),
  created_at timestamptz not null,
  primary key (user_id, id)
);
select protect_user_table('pan_reviews');
grant select, insert on pan_reviews to mohlat_api, mohlat_worker;
grant update (pan_sealed) on pan_reviews to mohlat_worker;

alter table kyc_attempts drop constraint kyc_attempts_kind_check;
alter table kyc_attempts add constraint kyc_attempts_kind_check check (kind in ('pan', 'aadhaar', 'video'));

-- Rule: LEND-24. Re-KYC: 2, 8 or 10 years for high, medium or low risk.
alter table kyc_records add column risk text not null default 'medium' check (risk in ('low', 'medium', 'high'));
alter table kyc_records add column rekyc_due_on date;
-- The business date of the next step towards it: the notice, then the lapse.
alter table kyc_records add column rekyc_step_on date;
alter table kyc_records add column rekyc_noticed_at timestamptz;
alter table kyc_records add column lapsed_at timestamptz;
create index kyc_records_rekyc_step on kyc_records (rekyc_step_on) where rekyc_step_on is not null;
-- Verified without a date: an older version did it. The sweep finds them.
create index kyc_records_undated on kyc_records (user_id)
  where rekyc_due_on is null and pan_status = 'verified' and aadhaar_status = 'verified';
