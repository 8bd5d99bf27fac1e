# Sourced by run.sh and test.sh with $project and $extra ("" or "test") set: sets $python, made ready to be used.
# POSIX sh. The common case, an environment that is there, costs one cksum; making it is environment.py's work.

environment="$project/.venv"
python="$environment/bin/python"
wanted="$(cksum < "$project/setup.cfg") $project"

say() {
    printf '%s\n' "$*" >&2
}

made() {
    [ -x "$python" ] && [ -f "$environment/stamp" ] || return 1
    case "$(cat "$environment/stamp")" in
        "test $wanted") return 0 ;;
        "$wanted") [ -z "$extra" ] ;;
        *) return 1 ;;
    esac
}

find_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    say "Python 3.11 or newer with its venv module is needed (on Debian: python3-venv). PYTHON may name it."
    return 1
}

if ! made; then
    base=$(find_python) || exit 2
    "$base" "$project/deploy/environment.py" "$extra" "$wanted" || exit 1
fi
