#!/bin/sh
# Makes the folder of a replica one that leads, after the primary is lost and the replica is stopped: what the backup's log has beyond the
# replica is read first. primary.sh then starts it. `sh promote.sh without-log` where the backup is lost as well.
set -eu
umask 077
fail() { echo "$1" >&2; exit 1; }

# The folder would be used twice, or the log would go on twice.
gone() {
  answers=0
  pg_isready --quiet --host="$1" --port="$2" || answers="$?"
  [ "$answers" -gt 1 ] || fail "the database at $1 answers: stop it first"
}
gone "$LEADER_HOST" "$LEADER_PORT"
gone "$REPLICA_HOST" "$REPLICA_PORT"
[ -s "$PGDATA/PG_VERSION" ] || fail "$PGDATA has no database"
[ -e "$PGDATA/standby.signal" ] || { echo "$PGDATA leads already"; exit 0; }
[ "${1:-}" = without-log ] || [ -d "$BACKUPS/log" ] || fail "$BACKUPS has no log; without it: sh promote.sh without-log"

# This script alone reaches it.
work="$(mktemp -d)"
echo 'local all all trust' >"$work/hba"
ask() { psql --host="$work" --username=mohlat --no-psqlrc --tuples-only --no-align --command="$1" postgres 2>/dev/null; }

# Each source of the log in its turn: what the replica has received, to its end, and then the log of the backup. A file of the log may
# be shorter than the replica's own of the same name, which is why it is not offered before.
find_log="[ -e '$work/read' ] && { cp '$BACKUPS/log/%f' '%p' || cp '$BACKUPS/log/%f.partial' '%p'; } 2>/dev/null"
postgres -D "$PGDATA" -c listen_addresses='' -c unix_socket_directories="$work" -c hba_file="$work/hba" -c wal_keep_size=1GB \
  -c primary_conninfo='host=127.0.0.1 port=1' -c wal_retrieve_retry_interval=200ms -c restore_command="$find_log" -c synchronous_standby_names='' \
  2>"$work/output" &
server="$!"
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT
alive() { kill -0 "$server" 2>/dev/null || { cat "$work/output" >&2; fail 'the database does not start'; }; }

# It asks for a primary only when it has read its own log.
until [ "$(ask 'select pg_last_wal_receive_lsn() is not null and pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()')" = t ]; do
  alive
  sleep 0.2
done
echo "the replica had the log up to $(ask 'select pg_last_wal_replay_lsn()')"
[ "${1:-}" = without-log ] || touch "$work/read"
# Before a promotion takes place PostgreSQL reads all that its sources have.
ask 'select pg_promote(false)' >"$work/promoted"
until [ "$(ask 'select pg_is_in_recovery()')" = f ]; do
  alive
  sleep 0.2
done
echo "it leads from $(ask 'select pg_last_wal_replay_lsn()') on"
