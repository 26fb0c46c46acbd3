#!/bin/sh
# HAProxy, which leads to the database that leads.
set -eu
exec haproxy -db -f "$(dirname "$0")/haproxy.cfg"
