#!/bin/sh
# The kiosk session: one full-screen program on one panel, and nothing else to switch to.
# With the Wayland kiosk compositor "cage" installed it runs inside it; without, SDL draws on the console itself.
set -u
project=$1
profile=$2
data=$3
run="$project/.venv/bin/python -m cabinet run --profile $profile --data $data --fullscreen"

export CABINET_ANCHORS=/var/lib/cabinet/anchors
if command -v cage >/dev/null 2>&1; then
    exec cage -d -- $run
fi
export SDL_VIDEODRIVER=kmsdrm
exec $run
