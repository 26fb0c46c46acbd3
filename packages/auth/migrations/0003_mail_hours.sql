-- Calls that ask for a mail, in an hour: of a network, and of the whole installation.
create table auth.mail_hours (
  hour timestamptz not null,
  -- The keyed hash of a network, from which no address can be read; empty: the count is of the whole installation.
  of_hash bytea not null,
  asked integer not null check (asked > 0),
  primary key (hour, of_hash)
);
