#!/bin/sh
# The `restore_command` of a recovery: `sh fetch-log.sh <file> <onto> <folder>...` takes a file of the log from the first folder that has it,
# whole before one that was being written. PostgreSQL reads 1 as "there is none", and its log as ended: only that is told by 1. Whatever
# cannot be read ends the recovery.
set -eu
umask 077
name="$1"
onto="$2"
shift 2
take() {
  cp "$1" "$onto" || exit 255
  # A full disk cuts the last file short, and PostgreSQL takes none that is not whole. Behind what was received there is nothing anyway.
  case "$name" in *.history) ;; *) truncate -s 16777216 "$onto" || exit 255 ;; esac
  exit 0
}
for kind in '' .partial; do
  for folder in "$@"; do
    [ -r "$folder" ] && [ -x "$folder" ] || { echo "$folder cannot be read" >&2; exit 255; }
    [ ! -e "$folder/$name$kind" ] || take "$folder/$name$kind"
  done
done
exit 1
