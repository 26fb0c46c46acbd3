-- Calls that ask for a mail, in an hour: of a network, and of the whole installation.
create table auth.mail_hours (
  hour timestamptz not null,
  -- Of a network keyed: it says no address, and nothing of a person. Empty for the whole installation.
  of_hash bytea not null,
  asked integer not null check (asked > 0),
  primary key (hour, of_hash)
);
