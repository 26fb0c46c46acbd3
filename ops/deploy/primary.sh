#!/bin/sh
# The database that leads: one that it makes in an empty folder, with the logins of the roles, its own of before, or one that restore.sh or
# promote.sh has made.
set -eu
umask 077
secret() { cat "$SECRETS/$1"; }

exec 9>"$PGDATA.lock"
flock -n 9 || { echo "$PGDATA is at work elsewhere" >&2; exit 1; }

# change-over.sh notes on which timeline the last promotion leads: a folder without it is empty by mistake, or of a disk that was lost before.
# PostgreSQL keeps the history of each timeline that a folder was on.
newest="$(find "$PGDATA/pg_wal" -maxdepth 1 -name '*.history' 2>/dev/null | sed 's|.*/\(.*\)[.]history$|\1|' | sort | tail -n 1)"
timeline="$((0x${newest:-1}))"
[ "$timeline" -ge "${PRIMARY_TIMELINE:-1}" ] ||
  { echo "$PGDATA is of timeline $timeline, and timeline $PRIMARY_TIMELINE leads: look at the volumes in .env" >&2; exit 1; }

# Made beside its place and moved there whole: what was cut off is made anew.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  for other in "$PGDATA.restored" "$PGDATA".left-*; do
    [ ! -e "$other" ] || { echo "$other is another database: an empty one is not made beside it" >&2; exit 1; }
  done
  fresh="$PGDATA.fresh"
  rm -rf "$fresh"
  initdb --pgdata="$fresh" --username=mohlat --pwfile="$SECRETS/postgres_owner" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums >/dev/null
  {
    echo "create role replicator login replication password '$(secret postgres_replicator)'"
    for role in api worker auth staff; do
      echo "create role mohlat_$role login noinherit nobypassrls password '$(secret "postgres_$role")'"
      # The pooler drops what a process asks of its connection: these are the product's own bounds (docs/configuration.md).
      echo "alter role mohlat_$role set statement_timeout = '30s'"
      echo "alter role mohlat_$role set idle_in_transaction_session_timeout = '15s'"
    done
  } | postgres --single -D "$fresh" postgres >/dev/null
  cat >>"$fresh/pg_hba.conf" <<HBA
host all all $PEERS scram-sha-256
host replication replicator $PEERS scram-sha-256
HBA
  # Copies have these too: one that allows fewer connections than the leader could not follow it.
  cat >>"$fresh/postgresql.conf" <<CONF
max_connections = 200
unix_socket_directories = ''
timezone = 'UTC'
# Values of statements are personal data: they are never in a log.
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_min_error_statement = panic
CONF
  mv "$fresh" "$PGDATA"
fi

for half in standby recovery; do
  [ ! -e "$PGDATA/$half.signal" ] || { echo "$PGDATA follows or is half restored: promote.sh or restore.sh ends that" >&2; exit 1; }
done

# A copy of a database has none of its slots. They are made before it takes a connection, in a session that a running server would refuse.
missing="$(for follower in replica backup; do
  [ -d "$PGDATA/pg_replslot/$follower" ] || echo "select pg_create_physical_replication_slot('$follower', true)"
done)"
[ -z "$missing" ] || echo "$missing" | postgres --single -D "$PGDATA" -c wal_keep_size=1GB postgres >/dev/null

# What was answered is on two disks: a commit waits for the replica and, while that is away, for the log that the backup keeps.
# One that stays away would fill this disk with the log that is kept for it: past the bound it is made anew (docs/runbooks/deploy.md).
# The gigabyte lets a backup that was behind go on after a promotion, whose slots are new.
exec postgres -D "$PGDATA" -p "$PGPORT" -c listen_addresses="$LISTEN" -c max_slot_wal_keep_size=16GB -c wal_keep_size=1GB \
  -c synchronous_standby_names="${WAITS_FOR-FIRST 1 (replica, backup)}"
