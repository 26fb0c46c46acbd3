#!/bin/sh
# Makes a database from the backup: `sh restore.sh <backups> <new folder> [instant [timeline]]`. Start PostgreSQL on the new folder; it reads
# the log up to its end, or to the instant (such as 2026-11-24T15:00:00Z), and then takes writes. Each restore begins another timeline
# of the log: an instant of the time before one is found on the timeline that was live then, and the newest is followed unless told.
set -eu
umask 077
backups="$1"
data="$2"
at="${3:-}"
timeline="${4:-}"

# The newest copy that was finished before the instant. Its name is the time at which it was finished.
before="$(printf %s "$at" | tr -d ':-')"
copy=''
for one in "$backups"/base-*; do
  finished="${one##*/base-}"
  if [ -z "$before" ] || [ "$(printf '%s\n%s\n' "$finished" "$before" | sort | head -n 1)" = "$finished" ]; then copy="$one"; fi
done
[ -d "$copy" ] || { echo "no copy in $backups is that old" >&2; exit 1; }
[ ! -e "$data" ] || { echo "$data is there already" >&2; exit 1; }

cp -R "$copy" "$data"
rm -f "$data/standby.signal"
# The last file of the log is the one that was being written.
cat >>"$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$backups/log/%f" "%p" || cp "$backups/log/%f.partial" "%p"'
recovery_target_action = 'promote'
${at:+recovery_target_time = '$at'}
${timeline:+recovery_target_timeline = '$timeline'}
CONF
touch "$data/recovery.signal"
echo "$copy"
