#!/bin/sh
# Lets a new machine take the place of a lost one among the etcd: `sh replace.sh west https://west.db.internal:2380`, on a machine that
# lives, with its values in the environment. The new machine then starts with STATE=existing and an empty FOLDER.
set -eu
name="$1"
peer="$2"

# Etcd changes nothing in the seconds in which it may not have seen all of the others, so it is asked again.
ask() {
  tries=60
  while [ "$tries" -gt 0 ]; do
    for etcd in $(echo "$ETCDS" | tr , ' '); do
      curl --silent --fail --max-time 10 --cacert "$TLS/authority.pem" --cert "$TLS/machine.pem" --key "$TLS/machine.key" \
        --data "$2" "https://$etcd/v3/cluster/member/$1" && return
    done
    tries=$((tries - 1))
    sleep 1
  done
  echo "no etcd of $ETCDS does member/$1" >&2
  return 1
}

# Each member begins with its number; one that never started has no name yet, and is known by its address.
members="$(ask list '{}' | tr '{' '\n')"
id="$(echo "$members" | grep -e "\"name\":\"$name\"" -e "\"$peer\"" | sed 's/^"ID":"\([0-9]*\)".*/\1/')"
if [ -n "$id" ]; then ask remove "{\"ID\":\"$id\"}" >/dev/null; fi
ask add "{\"peerURLs\":[\"$peer\"]}" >/dev/null
echo "$name may start at $peer"
