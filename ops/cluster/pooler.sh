#!/bin/sh
# PgBouncer between the roles' logins and the database that leads, as in ops/deploy, but encrypted on both sides: the leader has to
# show a certificate for LEADER_HOST, and the product is shown one for the name by which it calls the pooler.
set -eu
umask 077
cat >"$POOLER_DIR/pgbouncer.ini" <<INI
[databases]
* = host=$LEADER_HOST port=$LEADER_PORT
[pgbouncer]
listen_addr = $POOLER_HOST
listen_port = $POOLER_PORT
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $POOLER_USERS
pool_mode = transaction
; Two processes of the API have 16 of their login each (DATABASE_POOL_MAX), and two for looks: none of them waits here for another.
default_pool_size = 36
max_client_conn = 500
; The next leader is found at once, and statements wait for it: longer than that, people are told.
server_connect_timeout = 2
server_login_retry = 0.2
; A leader that is made anew may have another address.
dns_max_ttl = 1
query_wait_timeout = 10
ignore_startup_parameters = options
server_tls_sslmode = verify-full
server_tls_ca_file = $TLS/authority.pem
client_tls_sslmode = require
client_tls_cert_file = $TLS/machine.pem
client_tls_key_file = $TLS/machine.key
INI
exec pgbouncer "$POOLER_DIR/pgbouncer.ini"
