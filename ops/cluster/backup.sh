#!/bin/sh
# The backup of ops/deploy, from the database that leads: encrypted, and only from one with a certificate for LEADER_HOST.
set -eu
PATH="$BINARIES:$PATH"
export PATH
export PGSSLMODE=verify-full PGSSLROOTCERT="$TLS/authority.pem"
exec sh "$(dirname "$0")/../deploy/backup.sh"
