#!/bin/sh
# Installs a cabinet of a floor on this machine, as root:  deploy/install.sh PROFILE.yaml DATA [SECOND-DISK-FOLDER]
# Makes the environment, a user of its own, the service, the device rules. Starts nothing: "systemctl enable --now
# cabinet" does, once `config check` and `doctor` are content.
set -eu
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
profile=${1:?"usage: install.sh PROFILE.yaml DATA [SECOND-DISK-FOLDER]"}
data=${2:?"usage: install.sh PROFILE.yaml DATA [SECOND-DISK-FOLDER]"}
second=${3:-$data}

[ "$(id -u)" -eq 0 ] || { echo "Installing needs root." >&2; exit 2; }
profile=$(CDPATH='' cd -- "$(dirname -- "$profile")" && pwd -P)/$(basename -- "$profile")
for path in "$project" "$profile" "$data" "$second"; do
    case "$path" in
        /*) ;;
        *) echo "Name folders from the root on: $path" >&2; exit 2 ;;
    esac
    case "$path" in
        *[!A-Za-z0-9/._-]*) echo "Use paths of letters, digits, / . _ - only: $path" >&2; exit 2 ;;
    esac
done

extra=""
. "$project/deploy/environment.sh"
"$python" -m cabinet config check "$profile"

id cabinet >/dev/null 2>&1 || useradd --system --home-dir /var/lib/cabinet --shell /usr/sbin/nologin cabinet
for folder in "$data" "$second" /var/lib/cabinet /var/lib/cabinet/anchors; do
    mkdir -p "$folder"
    chown cabinet:cabinet "$folder"
    chmod 0750 "$folder"
done

chmod 0755 "$project/deploy/kiosk/session.sh"
sed -e "s|@PROJECT@|$project|g; s|@PROFILE@|$profile|g; s|@DATA@|$data|g; s|@SECOND@|$second|g" \
    "$project/deploy/systemd/cabinet.service" > /etc/systemd/system/cabinet.service
cp "$project/deploy/udev/70-cabinet.rules" /etc/udev/rules.d/70-cabinet.rules
systemctl daemon-reload
udevadm control --reload

echo "Installed. Look with: $python -m cabinet doctor --profile $profile"
echo "Start with: systemctl enable --now cabinet"
