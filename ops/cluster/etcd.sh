#!/bin/sh
# One of three etcd, which together hold the word of who leads. Its clients and the others show a certificate of the same authority.
# database.env has the values of a machine.
set -eu
umask 077
# The second API is off by default, and newer releases have none: it is for an older Patroni alone (patroni.sh).
if [ "$DCS" = etcd ]; then set -- --enable-v2=true; else set --; fi
exec etcd --name="$NAME" --data-dir="$FOLDER/etcd" \
  --listen-client-urls="https://$LISTEN_ETCD" --advertise-client-urls="https://$REACHED_ETCD" \
  --listen-peer-urls="https://$LISTEN_ETCD_PEER" --initial-advertise-peer-urls="https://$REACHED_ETCD_PEER" \
  --initial-cluster="$MEMBERS" --initial-cluster-state="$STATE" \
  --client-cert-auth --trusted-ca-file="$TLS/authority.pem" --cert-file="$TLS/machine.pem" --key-file="$TLS/machine.key" \
  --peer-client-cert-auth --peer-trusted-ca-file="$TLS/authority.pem" --peer-cert-file="$TLS/machine.pem" \
  --peer-key-file="$TLS/machine.key" "$@"
