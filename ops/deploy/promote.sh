#!/bin/sh
# Makes the folder of a replica one that leads, after the primary is lost and the replica is stopped: what the backup's log has beyond the
# replica is read first. primary.sh then starts it. `sh promote.sh without-log` where the backup is lost as well.
set -eu
umask 077
fail() { echo "$1" >&2; exit 1; }
here="$(cd "$(dirname "$0")" && pwd)"

# The folder would be used twice, or the log would go on twice.
gone() {
  answers=0
  pg_isready --quiet --host="$1" --port="$2" || answers="$?"
  [ "$answers" -gt 1 ] || fail "the database at $1 answers: stop it first"
}
gone "$LEADER_HOST" "$LEADER_PORT"
gone "$REPLICA_HOST" "$REPLICA_PORT"
[ -s "$PGDATA/PG_VERSION" ] || fail "$PGDATA has no database"
exec 9>"$PGDATA.lock"
flock -n 9 || fail "$PGDATA is at work elsewhere"
# The newest history is that of its own timeline, once it leads.
timeline() {
  newest="$(find "$PGDATA/pg_wal" -maxdepth 1 -name '*.history' | sed 's|.*/\(.*\)[.]history$|\1|' | sort | tail -n 1)"
  echo "$((0x${newest:-1}))"
}
[ -e "$PGDATA/standby.signal" ] || { echo "$PGDATA leads already, on timeline $(timeline)"; exit 0; }
[ "${1:-}" = without-log ] || { [ -r "$BACKUPS/log" ] && [ -x "$BACKUPS/log" ]; } ||
  fail "$BACKUPS has no log that can be read; without it: sh promote.sh without-log"

# This script alone reaches it.
work="$(mktemp -d)"
echo 'local all all trust' >"$work/hba"
ask() { psql --host="$work" --port=5432 --username=mohlat --no-psqlrc --tuples-only --no-align --command="$1" postgres 2>/dev/null || true; }

# What the replica has received is read to its end. The log of the backup is offered after that, and only where it goes further: PostgreSQL
# puts a file that it is offered in the place of its own, and the backup's may be the shorter one.
postgres -D "$PGDATA" -p 5432 -c listen_addresses='' -c unix_socket_directories="$work" -c hba_file="$work/hba" -c wal_keep_size=1GB \
  -c primary_conninfo='host=127.0.0.1 port=1' -c wal_retrieve_retry_interval=200ms -c synchronous_standby_names='' \
  -c restore_command="[ -e '$work/read' ] || exit 1; exec sh '$here/fetch-log.sh' '%f' '%p' '$BACKUPS/log'" 2>"$work/output" &
server="$!"
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT
alive() { kill -0 "$server" 2>/dev/null || { cat "$work/output" >&2; fail 'the database does not start'; }; }

# It asks for a primary only when it has read its own log, to whose end it may still be on its way.
end=''
until [ "$(ask 'select pg_last_wal_receive_lsn() is not null')" = t ] && [ -n "$end" ] && [ "$(ask 'select pg_last_wal_replay_lsn()')" = "$end" ]; do
  alive
  end="$(ask 'select pg_last_wal_replay_lsn()')"
  sleep 1
done
echo "the replica had the log up to $end"

# A record behind the end, on the timeline of the replica: the newest that it has a file of.
goes_further() {
  mkdir "$work/log"
  for file in "$BACKUPS"/log/*; do
    [ -r "$file" ] || fail "$file cannot be read"
    name="${file##*/}"
    # Of a file that is whole and was kept half as well, the whole one.
    [ -e "$work/log/${name%.partial}" ] || ln -s "$file" "$work/log/${name%.partial}"
  done
  timeline="$(find "$PGDATA/pg_wal" -maxdepth 1 -type f | sed -n 's|.*/\([0-9A-F]\{8\}\)[0-9A-F]\{16\}$|\1|p' | sort | tail -n 1)"
  [ -n "$(pg_waldump --path="$work/log" --timeline="$((0x$timeline))" --start="$end" --limit=1 2>/dev/null)" ]
}
if [ "${1:-}" != without-log ] && goes_further; then touch "$work/read"; fi
# Before a promotion takes place PostgreSQL reads all that its sources have.
ask 'select pg_promote(false)' >"$work/promoted"
until [ "$(ask 'select pg_is_in_recovery()')" = f ]; do
  alive
  sleep 0.2
done
echo "it leads from $(ask 'select pg_last_wal_replay_lsn()') on, on timeline $(timeline)"
