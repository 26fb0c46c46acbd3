#!/bin/sh
# The logins of the product's roles. Patroni runs this once, in a new cluster, with the address of the owner's login.
set -eu
for role in api worker auth staff; do
  echo "create role mohlat_$role login noinherit nobypassrls password '$(cat "$SECRETS/postgres_$role")';"
  # The pooler drops what a process asks of its connection: these are the product's own bounds (docs/configuration.md).
  echo "alter role mohlat_$role set statement_timeout = '30s';"
  echo "alter role mohlat_$role set idle_in_transaction_session_timeout = '15s';"
done | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --single-transaction --dbname="$1"
