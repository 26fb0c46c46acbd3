#!/bin/sh
# Makes a database from the backup and puts it in the place of the one that leads: `sh restore.sh [instant [timeline]]`. The log is read up
# to its end, or to the instant (such as 2026-11-24T15:00:00Z). Each restore begins another timeline of the log: an instant of the time
# before one is found on the timeline that was live then, and the newest is followed unless told. docs/runbooks/deploy.md has the steps.
set -eu
umask 077
at="${1:-}"
timeline="${2:-}"
fail() { echo "$1" >&2; exit 1; }
here="$(cd "$(dirname "$0")" && pwd)"

case "$at" in
  '' | [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z) ;;
  *) fail "the instant $at is not written like 2026-11-24T15:00:00Z" ;;
esac
answers=0
pg_isready --quiet --host="$LEADER_HOST" --port="$LEADER_PORT" || answers="$?"
[ "$answers" -gt 1 ] || fail "the database at $LEADER_HOST answers: stop it first"

# The backup sets aside in `left` what a restore or a promotion left behind: copies of a timeline that was left are used for it alone.
copies() {
  for one in "$BACKUPS"/base-* "$BACKUPS"/left/base-*; do
    of="$(sed -n 's/^START TIMELINE: //p' "$one/backup_label" 2>/dev/null)" || continue
    case "$one" in
      "$BACKUPS"/left/*) [ "$of" = "$timeline" ] || continue ;;
      *) [ "$of" -le "${timeline:-$of}" ] || continue ;;
    esac
    # The name is the time at which the copy was finished.
    echo "${one##*/base-} $one"
  done
}

# The newest copy that was finished before the instant.
copy="$(copies | sort | awk -v before="$(echo "$at" | tr -d ':-')" 'before == "" || $1 "" <= before "" { print $0 }' | tail -n 1 | cut -d ' ' -f 2-)"
[ -n "$copy" ] || fail "no copy in $BACKUPS is that old"
echo "from ${copy##*/}"

exec 9>"$PGDATA.lock"
flock -n 9 || fail "$PGDATA is at work elsewhere"
# Under names that primary.sh does not take for its own: cut off here, nothing of it is lost.
restoring="$PGDATA.restoring"
restored="$PGDATA.restored"
put_in_place() {
  if [ -e "$PGDATA" ]; then
    left="$PGDATA.left-$(date -u +%Y%m%dT%H%M%SZ)"
    mv "$PGDATA" "$left"
    echo "the database that was there is $left"
  fi
  mv "$restored" "$PGDATA"
}
if [ -e "$restored" ] && [ ! -e "$PGDATA" ]; then
  echo "the restore that was cut off is put in its place; run it again for another instant"
  put_in_place
  exit 0
fi
rm -rf "$restoring" "$restored"
cp -R "$copy" "$restoring"
rm -f "$restoring/standby.signal"
touch "$restoring/recovery.signal"
# The settings of a recovery stay out of the folder: a replica that is copied from it would stop at the same instant, and lead. Patroni leaves
# empty ones in its own file, and PostgreSQL takes one target alone.
sed -i '/^\(restore_command\|recovery_target\)/d' "$restoring/postgresql.auto.conf" "$restoring/postgresql.conf"
# Alone, to the end of the recovery: only then it is ready, since it lets nobody in before. A file that was set aside is longer than what
# was received of it since. The log around it is kept for the backup, which goes on from there. A copy whose own settings belong to another
# machine is given others (ops/cluster/restore.sh).
folders="'$BACKUPS/log'"
[ ! -e "$BACKUPS/left" ] || folders="'$BACKUPS/left' $folders"
work="$(mktemp -d)"
postgres -D "$restoring" -c listen_addresses='' -c unix_socket_directories="$work" -c hot_standby=off -c synchronous_standby_names='' \
  -c restore_command="exec sh '$here/fetch-log.sh' '%f' '%p' $folders" -c recovery_target_action=promote \
  -c wal_keep_size=1GB ${at:+-c "recovery_target_time=${at%Z}+00"} ${timeline:+-c "recovery_target_timeline=$timeline"} ${RECOVERY_SETTINGS:-} &
server="$!"
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT
until grep -q '^ready' "$restoring/postmaster.pid" 2>/dev/null; do
  kill -0 "$server" 2>/dev/null || fail 'the recovery did not come to its end'
  sleep 0.2
done
kill -INT "$server"
wait "$server"
mv "$restoring" "$restored"
put_in_place
