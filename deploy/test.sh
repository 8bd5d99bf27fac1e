#!/bin/sh
# Checks everything: style, types, layers, tests. With --full also what takes its time. Exit 0 = all is well.
set -u
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
extra="test"
. "$project/deploy/environment.sh"
cd "$project" || exit 1

full=no
[ "${1:-}" != "--full" ] || { full=yes; shift; }
failed=""

check() {
    name=$1
    shift
    say "== $name"
    "$@" || failed="$failed $name"
}

check "ruff" "$python" -m ruff check .
check "format" "$python" -m ruff format --check .
check "mypy" "$python" -m mypy
check "layers" "$environment/bin/lint-imports"
if [ "$full" = yes ]; then
    check "tests" "$python" -m pytest -n 2 -rs "$@"
else
    check "tests" "$python" -m pytest -n 2 -rs -m "not full" "$@"
    say "Skipped: tests marked 'full' (hours of simulation, games at their full size). 'sh deploy/test.sh --full' runs them."
fi

if [ -n "$failed" ]; then
    say "FAILED:$failed"
    exit 1
fi
say "All is well."
