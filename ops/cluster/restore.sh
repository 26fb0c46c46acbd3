#!/bin/sh
# Makes the database of a machine anew from the backup: `sh restore.sh <backups> [instant [timeline]]`, with the values of the machine in the
# environment, as the account of PostgreSQL, with no Patroni at work. docs/runbooks/several-machines.md has the steps before and behind it.
set -eu
umask 077
BACKUPS="$1"
shift
PATH="$BINARIES:$PATH"
PGDATA="$FOLDER/postgres"
# No database may be at work on the folder.
LEADER_HOST="${REACHED_POSTGRES%:*}"
LEADER_PORT="${REACHED_POSTGRES##*:}"
# The copy has the settings of the machine that led when it was taken.
RECOVERY_SETTINGS="-c hba_file=$PGDATA.restoring/pg_hba.conf -c ident_file=$PGDATA.restoring/pg_ident.conf -c ssl=off"
export BACKUPS PATH PGDATA LEADER_HOST LEADER_PORT RECOVERY_SETTINGS
exec sh "$(dirname "$0")/../deploy/restore.sh" "$@"
