"""Where a running cabinet's sockets, terminals and logs lie. Decides names, and nothing else.

A Unix socket's path may have about a hundred characters, a data folder's may have more: sockets lie in a short
folder of their own, named after the data folder, that every process finds by itself.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path("/tmp")
"""Short, on every machine, and the same for every shell of a user, whatever its environment says."""


class UnsafePlace(Exception):
    """The folder for sockets belongs to somebody else."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of one data folder's running parts; *runtime* exists, is ours and only ours."""

    data: Path
    runtime: Path

    @property
    def engine(self) -> Path:
        return self.runtime / "engine.sock"

    @property
    def bench(self) -> Path:
        return self.runtime / "bench.sock"

    @property
    def lock(self) -> Path:
        return self.runtime / "run.lock"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def world(self) -> Path:
        return self.data / "world.json"

    def screen(self, station: int) -> Path:
        return self.runtime / f"screen.{station}.sock"

    def line(self, device: str) -> Path:
        """The stable name of an emulated device's terminal."""
        return self.runtime / device


def places_of(data: Path) -> Places:
    """The places of *data*, their folders made; raises UnsafePlace."""
    name = sha256(str(data.resolve()).encode()).hexdigest()[:12]
    runtime = ROOT / f"cabinet-{os.getuid()}-{name}"
    runtime.mkdir(mode=0o700, exist_ok=True)
    found = runtime.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise UnsafePlace(f"{runtime} is not a folder of this user alone; remove it")
    return Places(data, runtime)
