#!/bin/sh
# A second copy of the database, which follows the one that leads. docs/runbooks/deploy.md says how it takes over.
set -eu
umask 077
PGPASSWORD="$(cat "$SECRETS/postgres_replicator")"
export PGPASSWORD
leader="host=$LEADER_HOST port=$LEADER_PORT user=replicator application_name=replica"

# Copied beside its place and moved there whole: what was cut off is copied anew.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  fresh="$PGDATA.fresh"
  until rm -rf "$fresh" && pg_basebackup --dbname="$leader" --pgdata="$fresh" --slot=replica \
    --write-recovery-conf --checkpoint=fast; do
    sleep 1
  done
  mv "$fresh" "$PGDATA"
fi

# Once it leads, the log that it keeps for who follows is bounded.
exec postgres -D "$PGDATA" -p "$PGPORT" -c listen_addresses="$LISTEN" -c max_slot_wal_keep_size=16GB
