#!/bin/sh
# PostgreSQL of one machine, looked after by Patroni. Its settings are patroni.yml, with the values of the machine (database.env) in
# the place of each ${…}: Patroni itself does not read the environment there.
set -eu
umask 077
CLUSTER="$(cd "$(dirname "$0")" && pwd)"
PATH="$BINARIES:$PATH"
export PATH

# An older Patroni writes its word over that of the next leader when it wakes after it stood still, and leads again without what was
# acknowledged meanwhile (patroni/patroni#2689). In the second API of etcd each word is compared first.
version="$(patroni --version | sed 's/[^0-9.]//g')"
oldest="$(printf '%s\n3.0.3\n' "$version" | sort -V | head -n 1)"
if [ "$DCS" != etcd ] && [ "$oldest" != 3.0.3 ]; then
  echo "Patroni $version loses acknowledged payments in the third API of etcd: set DCS=etcd on every machine" >&2
  exit 2
fi

OWNER_PASSWORD="$(cat "$SECRETS/postgres_owner")"
REPLICATOR_PASSWORD="$(cat "$SECRETS/postgres_replicator")"
mkdir -p "$FOLDER/run"
eval "cat <<YAML
$(cat "$CLUSTER/patroni.yml")
YAML" >"$FOLDER/patroni.yml"
exec patroni "$FOLDER/patroni.yml"
