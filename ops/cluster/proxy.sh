#!/bin/sh
# The proxy of ops/deploy before the API's processes of this machine, and the figures of its processes for Prometheus.
set -eu
here="$(dirname "$0")"
exec haproxy -db -f "$here/../deploy/haproxy.cfg" -f "$here/metrics.cfg"
