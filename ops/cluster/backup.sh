#!/bin/sh
# The backup of ops/deploy and its `check`, with the database that leads: encrypted, and only where it has a certificate for LEADER_HOST.
set -eu
PATH="$BINARIES:$PATH"
export PATH
export PGSSLMODE=verify-full PGSSLROOTCERT="$TLS/authority.pem"
exec sh "$(dirname "$0")/../deploy/backup.sh" "$@"
