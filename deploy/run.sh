#!/bin/sh
# Starts the cabinet: with no arguments on the bench profile, else the program with the arguments given.
# Needs only Python 3.11 or newer with venv; everything else it installs beside itself at the first start.
set -u
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
extra=""
. "$project/deploy/environment.sh"

[ "$#" -gt 0 ] || set -- run --profile bench
exec "$python" -m cabinet "$@"
