"""Makes the program's own Python environment beside it: run by deploy/environment.sh with any Python 3.11 or newer.

Decides when it has to be made: at the first start, when setup.cfg changed, when the project was moved. One process
makes it, others wait; the kernel lets the lock go when a process dies. The stamp is written last, so that a
half-made environment is made again. Standard library only.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
ENVIRONMENT = PROJECT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = ENVIRONMENT / "stamp"


def main(extra: str, wanted: str) -> int:
    """Make the environment unless its stamp says *wanted*; 0 = it is there."""
    with (PROJECT / "setup.cfg").open("r") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another start is making the environment; waiting for it ...", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        if PYTHON.exists() and STAMP.exists() and STAMP.read_text() in _good(extra, wanted):
            return 0
        return _make(extra, wanted)


def _good(extra: str, wanted: str) -> tuple[str, ...]:
    """Stamps that will do: an environment for tests can do everything."""
    return (f"test {wanted}\n",) if extra else (f"{wanted}\n", f"test {wanted}\n")


def _make(extra: str, wanted: str) -> int:
    print(f"Setting up {ENVIRONMENT} (once; needs the network) ...", file=sys.stderr)
    STAMP.unlink(missing_ok=True)
    if not _works():
        venv.create(ENVIRONMENT, clear=ENVIRONMENT.exists(), with_pip=True, symlinks=True)
    what = f"{PROJECT}[{extra}]" if extra else str(PROJECT)
    installed = _python("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", what)
    if installed:
        print("The packages could not be installed; see above. Nothing was started.", file=sys.stderr)
        return 1
    # compiled now, so that the first start is not the slow one
    _python("-m", "compileall", "-q", str(PROJECT / "cabinet"), str(PROJECT / "drivers"))
    beside = STAMP.with_suffix(".new")
    beside.write_text(f"{extra} {wanted}\n" if extra else f"{wanted}\n")
    os.replace(beside, STAMP)
    return 0


def _works() -> bool:
    return PYTHON.exists() and _python("-c", "import pip") == 0


def _python(*arguments: str) -> int:
    return subprocess.run([str(PYTHON), *arguments], stdin=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
