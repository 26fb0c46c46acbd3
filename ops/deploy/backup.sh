#!/bin/sh
# Keeps the database's log as it is written, and a base copy of each day. The log is flushed before the leader is told that it is here.
set -eu
umask 077
PGPASSWORD="$(cat "$SECRETS/postgres_replicator")"
export PGPASSWORD
leader="host=$LEADER_HOST port=$LEADER_PORT user=replicator"
mkdir -p "$BACKUPS/log"

newest() { find "$BACKUPS" -maxdepth 1 -name 'base-*' | sort | tail -n 1; }

# The log is needed from the earliest place at which a copy begins: after a restore to an earlier instant that need not be the oldest.
# A file's first eight digits are its timeline, the others its place.
prune() {
  find "$BACKUPS" -maxdepth 1 -name 'base-*' | sort | head -n "-$KEEP" | while read -r old; do rm -rf "$old"; done
  first="$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$BACKUPS"/base-*/backup_label | sort -k 1.9 | head -n 1)"
  pg_archivecleanup "$BACKUPS/log" "$first"
}

copy() {
  rm -rf "$BACKUPS/part"
  pg_basebackup --dbname="$leader application_name=copy" --pgdata="$BACKUPS/part" --wal-method=none --checkpoint=fast &&
    mv "$BACKUPS/part" "$BACKUPS/base-$(date -u +%Y%m%dT%H%M%SZ)" &&
    prune
}

pg_receivewal --dbname="$leader application_name=backup" --directory="$BACKUPS/log" --slot=backup --synchronous &
receiver=$!
trap 'kill "$receiver" 2>/dev/null; wait "$receiver"; exit 0' TERM INT

# A copy a day; one that failed is tried again after a minute. Without the receiver there is nothing to stay for.
while kill -0 "$receiver" 2>/dev/null; do
  last="$(newest)"
  if [ -z "$last" ] || [ -n "$(find "$last" -maxdepth 0 -mmin +1440)" ]; then copy || true; fi
  sleep 60 &
  wait $! || true
done
exit 1
