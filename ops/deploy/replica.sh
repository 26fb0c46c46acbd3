#!/bin/sh
# A second copy of the database, which follows the one that leads. docs/runbooks/deploy.md says how it takes over.
set -eu
umask 077
PGPASSWORD="$(cat "$SECRETS/postgres_replicator")"
export PGPASSWORD
leader="host=$LEADER_HOST port=$LEADER_PORT user=replicator"

exec 9>"$PGDATA.lock"
flock -n 9 || { echo "$PGDATA is at work elsewhere" >&2; exit 1; }

# Copied beside its place and moved there whole: what was cut off is copied anew. No commit waits for a copy that is not whole: the leader
# knows the name of the replica, and a copy has another.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  fresh="$PGDATA.fresh"
  until rm -rf "$fresh" && pg_basebackup --dbname="$leader application_name=copy" --pgdata="$fresh" --slot=replica \
    --write-recovery-conf --checkpoint=fast; do
    sleep 1
  done
  mv "$fresh" "$PGDATA"
fi

# A database that once led has its own end of the log: started here it would lead a second time.
[ -e "$PGDATA/standby.signal" ] || { echo "$PGDATA does not follow: empty it, and it is copied anew" >&2; exit 1; }

# It keeps as much of the log as the primary does: the backup goes on from it after a promotion. The password comes from the environment.
exec postgres -D "$PGDATA" -p "$PGPORT" -c listen_addresses="$LISTEN" -c wal_keep_size=1GB \
  -c primary_conninfo="$leader application_name=replica"
