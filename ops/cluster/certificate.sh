#!/bin/sh
# Makes the certificate of a machine: `sh certificate.sh database|other <folder> <machine> [other name or address]…`. The first call makes
# the authority as well. <folder>/<machine> is then the folder TLS of that machine; <folder>/authority.key belongs on none of them.
set -eu
umask 077
# Etcd and Patroni take orders from everybody with a certificate for asking: only machines of the database have one.
case "$1" in
  database) uses=serverAuth,clientAuth ;;
  other) uses=serverAuth ;;
  *) echo "a machine is of the database or another: $1 is neither" >&2; exit 2 ;;
esac
folder="$2"
machine="$3"
shift 3
made="$folder/$machine"
curve='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
mkdir -p "$made"

if [ ! -e "$folder/authority.key" ]; then
  openssl req -x509 $curve -days 3650 -subj '/CN=Mohlat databases' -addext keyUsage=critical,keyCertSign,cRLSign \
    -keyout "$folder/authority.key" -out "$folder/authority.pem"
fi

names="DNS:$machine"
for name in "$@"; do
  case "$name" in
    *[!0-9.]*) names="$names,DNS:$name" ;;
    *) names="$names,IP:$name" ;;
  esac
done
cat >"$made/request.cnf" <<CNF
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = $uses
subjectAltName = $names
CNF
openssl req -new $curve -subj "/CN=$machine" -keyout "$made/machine.key" -out "$made/request.pem"
openssl x509 -req -in "$made/request.pem" -CA "$folder/authority.pem" -CAkey "$folder/authority.key" -CAcreateserial -days 397 \
  -extfile "$made/request.cnf" -out "$made/machine.pem"
rm "$made/request.pem" "$made/request.cnf"
cp "$folder/authority.pem" "$made/authority.pem"
# Only the key is a secret: every client of the machine reads the authority.
chmod 644 "$made"/*.pem
