#!/bin/sh
# The proxy of ops/deploy before the API's processes of this machine.
set -eu
exec haproxy -db -f "$(dirname "$0")/../deploy/haproxy.cfg"
