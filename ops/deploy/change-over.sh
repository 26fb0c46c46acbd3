#!/bin/sh
# Changes the disks over in `.env` after a promotion: `sh change-over.sh <timeline>`, with the timeline that promote.sh names last. What stands
# there is exchanged, so that it is right behind every promotion. A second call for the same one changes nothing. primary.sh refuses a folder
# of an older timeline from then on: the disk that was lost may be back one day, and is of long ago.
set -eu
fail() { echo "$1" >&2; exit 1; }
timeline="${1:-}"
case "$timeline" in '' | *[!0-9]*) fail 'sh change-over.sh <timeline>: the number that promote.sh named last' ;; esac
[ -w .env ] || fail 'there is no .env here that can be written: call it in ops/deploy'

value() { sed -n "s/^$1=//p" .env | tail -n 1; }
noted="$(value PRIMARY_TIMELINE)"
[ "$timeline" -ge "${noted:-2}" ] || fail "timeline $timeline is no promotion, or one before that to timeline ${noted:-1}"
[ "$timeline" != "$noted" ] || { echo "changed over to timeline $timeline already"; exit 0; }

primary="$(value PRIMARY_VOLUME)"
replica="$(value REPLICA_VOLUME)"
# The copy keeps the rights of the file.
cp -p .env .env.next
{
  grep -v '^\(PRIMARY_VOLUME\|REPLICA_VOLUME\|PRIMARY_TIMELINE\)=' .env || true
  echo "PRIMARY_VOLUME=${replica:-replica}"
  echo "REPLICA_VOLUME=${primary:-primary}"
  echo "PRIMARY_TIMELINE=$timeline"
} >.env.next
mv .env.next .env
tail -n 3 .env
