#!/bin/sh
# Keeps the database's log as it is written, and a base copy of each day. The log is flushed before the leader is told that it is here.
# `sh backup.sh check` says how old the newest copy is and whether the log is received, and fails where one of them is not as it should.
set -eu
umask 077
PGPASSWORD="$(cat "$SECRETS/postgres_replicator")"
export PGPASSWORD
leader="host=$LEADER_HOST port=$LEADER_PORT user=replicator"

newest() { find "$BACKUPS" -maxdepth 1 -name 'base-*' | sort | tail -n 1; }
older_than() { [ -z "$1" ] || [ -n "$(find "$1" -maxdepth 0 -mmin "+$2")" ]; }

# A copy that failed for an hour is one to look at. The leader knows whether somebody takes the log from the backup's slot.
check() {
  last="$(newest)"
  receives="$(psql --dbname="$leader dbname=postgres connect_timeout=5" --no-psqlrc --tuples-only --no-align \
    --command="select active from pg_replication_slots where slot_name = 'backup'" 2>&1)" || true
  echo "newest base copy: ${last##*/}; the log is received: $receives"
  ! older_than "$last" 1500 && [ "$receives" = t ]
}
if [ "${1:-}" = check ]; then check; exit; fi

# The log is needed from the earliest place at which a copy begins: after a restore to an earlier instant that need not be the oldest.
# A file's first eight digits are its timeline, the others its place. The newest copy stays: those in `left` may all be newer than it.
prune() {
  last="$(newest)"
  find "$BACKUPS" "$BACKUPS/left" -maxdepth 1 -name 'base-*' | sed 's|\(.*\)/\([^/]*\)$|\2 &|' | sort | head -n "-$KEEP" |
    cut -d ' ' -f 2- | while read -r old; do [ "$old" = "$last" ] || rm -rf "$old"; done
  first="$(find "$BACKUPS" "$BACKUPS/left" -maxdepth 1 -name 'base-*' -exec sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' '{}/backup_label' ';' |
    sort -k 1.9 | head -n 1)"
  [ -n "$first" ] || return 0
  pg_archivecleanup "$BACKUPS/log" "$first"
  pg_archivecleanup "$BACKUPS/left" "$first"
}

ask() { psql --dbname="$leader replication=true connect_timeout=5" --no-psqlrc --tuples-only --no-align --command="$1"; }

# A primary that was made in an empty folder by mistake is another database: its copies would take the place of the good ones.
same_database() {
  system="$(ask IDENTIFY_SYSTEM | cut -d '|' -f 1)"
  [ -n "$system" ] || return 1
  [ -s "$BACKUPS/system" ] || echo "$system" >"$BACKUPS/system"
  [ "$(cat "$BACKUPS/system")" = "$system" ] || { echo "the leader is another database than that of $BACKUPS" >&2; return 1; }
}

# A shell hears that it is to stop only between programs, or while it waits for one.
work() {
  "$@" &
  wait "$!"
}

# As much as the newest copy has. One that does not fit would fill the disk, and the log has its place there as well.
has_room() {
  last="$(newest)"
  [ -n "$last" ] || return 0
  needs="$(du -sk "$last" | cut -f 1)"
  free="$(df -Pk "$BACKUPS" | awk 'END { print $4 }')"
  [ "$free" -gt "$needs" ] || { echo "$BACKUPS is full: a copy needs $needs kB, $free are free (docs/runbooks/deploy.md)" >&2; return 1; }
}

copy() {
  rm -rf "$BACKUPS/part"
  has_room &&
    work pg_basebackup --dbname="$leader application_name=copy" --pgdata="$BACKUPS/part" --wal-method=none --checkpoint=fast &&
    mv "$BACKUPS/part" "$BACKUPS/base-$(date -u +%Y%m%dT%H%M%SZ)" &&
    prune
}

# Says to the database how old the newest copy is, for the figure that an alert reads: nobody else looks into this folder. No copy waits for
# that: not for a follower, not for a database that never answers, and not where the product's schema is older, or not there yet.
tell() {
  last="$(newest)"
  work env PGOPTIONS='-c synchronous_commit=local -c statement_timeout=5s' timeout 15 psql \
    --dbname="$leader dbname=postgres connect_timeout=5" --no-psqlrc --quiet \
    --command="select base_copy_told(nullif('${last##*/base-}', '')::timestamptz)" >/dev/null 2>&1 || true
}

# A place in the log as sixteen digits: so written, places compare as texts.
place() { printf '%08X%08X' "0x${1%/*}" "0x${1#*/}"; }

# A line for each timeline of the leader's: its number, and the place at which it was left. Fails where the leader does not say all. The
# files in which it says so belong to the log: a restore finds the newest timeline by them, one after the other.
timelines() {
  now="$(ask IDENTIFY_SYSTEM | cut -d '|' -f 2)"
  [ -n "$now" ] || return 1
  before=''
  number=2
  while [ "$number" -le "$now" ]; do
    before="$(ask "TIMELINE_HISTORY $number" 2>/dev/null | sed 's/^[0-9A-F]*[.]history|//')"
    file="$BACKUPS/log/$(printf '%08X' "$number").history"
    [ -z "$before" ] || [ -s "$file" ] || echo "$before" >"$file"
    number="$((number + 1))"
  done
  [ "$now" = 1 ] || [ -n "$before" ] || return 1
  echo "$before" | while read -r number left _; do
    case "$number" in [1-9]*) printf '%08X %s\n' "$number" "$(place "$left")" ;; esac
  done
  printf '%08X FFFFFFFFFFFFFFFF\n' "$now"
}

# A line for each file of the log: a text for comparing it with a place, its timeline, its path. A file has 16 MB, which are the last six
# digits of a place. One that is whole comes before no place in it (G), one that was being written before every place but its first.
files() {
  (cd "$BACKUPS" && find "$1" -maxdepth 1 -type f) |
    sed -n 's|^[a-z]*/\([0-9A-F]\{8\}\)\([0-9A-F]\{8\}\)000000\([0-9A-F]\{2\}\)$|\2\3G \1 &|p
      s|^[a-z]*/\([0-9A-F]\{8\}\)\([0-9A-F]\{8\}\)000000\([0-9A-F]\{2\}\)[.]partial$|\2\3000000G \1 &|p'
}

# The same of each base copy: a database that begins from it has to read the log up to its end.
copies() {
  for one in "$BACKUPS"/base-* "$BACKUPS"/left/base-*; do
    number="$(sed -n 's/^START TIMELINE: //p' "$one/backup_label" 2>/dev/null)" || continue
    end="$(sed -n 's/.*"End-LSN": "\([^"]*\)".*/\1/p' "$one/backup_manifest" | tail -n 1)"
    printf '%s %08X %s\n' "$(place "$end")" "$number" "${one#"$BACKUPS/"}"
  done
}

# After a restore or a promotion the leader knows nothing of what came behind the place at which it left a timeline. The receiver would ask
# it for what follows the last file of all, and a restore would begin with such a copy. Set aside in `left`, they serve a restore to that
# time, and come back when such a database leads.
set_aside() {
  same_database || return 1
  known="$(timelines)" || return 1
  { echo "$known"; files log; files left; copies; } |
    awk 'NF == 2 { end[$1] = $2; next }
      {
        known = ($2 in end) && $1 "" <= end[$2] ""
        name = $3
        sub(/.*\//, "", name)
        if (known && $3 ~ /^left/) print $3, (name ~ /^base/ ? name : "log/" name)
        if (!known && $3 !~ /^left/) print $3, "left/" name
      }' |
    while read -r from onto; do mv "$BACKUPS/$from" "$BACKUPS/$onto"; done
  # A receiver that begins just where its timeline was left is sent nothing, and fails: an empty file has it begin on the next timeline.
  last="$(files log | LC_ALL=C sort | tail -n 1)"
  case "$last" in
    ??????????G\ *)
      next="$(printf '%010X' "$((0x${last%%G*} + 1))")"
      last="${last#* }"
      onto="$(echo "$known" | awk -v of="${last%% *}" -v at="${next}000000" '
        $1 "" == of "" && $2 "" != at "" { exit } $1 "" > of "" && $2 "" > at "" { print $1; exit }')"
      [ -z "$onto" ] || : >"$BACKUPS/log/$onto${next%??}000000${next#????????}.partial"
      ;;
  esac
}

# A disk that was full leaves a file that was cut off. The receiver refuses such a one; a whole one it writes anew from its beginning.
make_whole() {
  find "$BACKUPS/log" -name '*.partial' -size +0 -size -16777216c -exec truncate --size=16777216 '{}' ';'
}

# `end $!` in a trap: a variable with the process may not be written yet. A program that is just being started may lose the first signal.
end() {
  kill "$@" 2>/dev/null || true
  sleep 0.1
  kill "$@" 2>/dev/null || true
}

# Another leader may answer at the address each time.
receive() {
  trap 'end ${!-}; wait; exit' TERM
  while true; do
    if set_aside; then
      make_whole
      pg_receivewal --dbname="$leader application_name=backup" --directory="$BACKUPS/log" --slot=backup --synchronous --no-loop &
    else
      sleep 1 &
    fi
    wait "$!" || sleep 1
  done
}

mkdir -p "$BACKUPS/log" "$BACKUPS/left"
# KEEP is lowered where the disk is full, and no copy would come to its end there.
prune || true
receiver=''
# Nothing is left at work: the next backup would be beside it, in the same folder.
trap 'kill $receiver 2>/dev/null || true; end ${!-}; wait; exit 0' TERM INT
receive &
receiver="$!"

# A copy a day. One that failed leaves nothing, and is begun again with a back-off of a minute, two, four, up to half an hour: each reads
# the whole primary. Without the receiver there is nothing to stay for.
pause=1
rest=0
while kill -0 "$receiver" 2>/dev/null; do
  if [ "$rest" -gt 0 ]; then
    rest="$((rest - 1))"
  elif older_than "$(newest)" 1440 && same_database; then
    if copy; then
      pause=1
    else
      rm -rf "$BACKUPS/part"
      rest="$((pause - 1))"
      pause="$((pause < 16 ? pause * 2 : 30))"
    fi
  fi
  tell
  work sleep 60 || true
done
exit 1
