"""Which program this is: a digest over every file of it, the list of files a technician adopted, and what differs.

    file    SHA-256 of its bytes                  program   SHA-256 over "path \\0 hex \\n" of every file, by path
    answer  HMAC-SHA256, keyed with the challenge, over "path \\0 length \\0 bytes" of every file, by path

Decides which files are the program: everything under cabinet/, drivers/, config/ and assets/, also what nobody expects
there; byte code that Python keeps beside its sources is not, so a floor must run without it (`python -B` and a cache
folder that is empty). The answer to a challenge needs the bytes themselves, so a changed program cannot give it from a
list of old digests. Refuses to know what happens then: the fault table says.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cabinet.storage.folders import write_durably
from cabinet.storage.signing import MachineKey, verify_text

FOLDERS = ("cabinet", "drivers", "config", "assets")
CHALLENGE_BYTES_LEAST = 16
"""128 bits (F-01): an answer to a shorter challenge could have been worked out beforehand."""
_CACHES = frozenset({"__pycache__"})
_PURPOSE = "program"

Digests = Mapping[str, str]
"""Path from the program's root, with slashes -> SHA-256 in hex."""


class ManifestBroken(Exception):
    """The adopted list is not there, not readable, or not signed by this machine."""


def program_root() -> Path:
    """The folder that holds cabinet/ and drivers/."""
    return Path(__file__).resolve().parents[2]


def program_digests(root: Path | None = None) -> dict[str, str]:
    """Every file of the program with its digest; raises OSError when one cannot be read."""
    top = root or program_root()
    return {name: hashlib.sha256(_bytes_of(top / name)).hexdigest() for name in _files(top)}


def program_digest(digests: Digests | None = None) -> str:
    """The one digest of the whole program, 64 hex digits (F-01, F-02)."""
    found = program_digests() if digests is None else digests
    whole = hashlib.sha256()
    for name in sorted(found):
        whole.update(f"{name}\0{found[name]}\n".encode())
    return whole.hexdigest()


def answer(challenge: bytes, root: Path | None = None, only: str = "") -> str:
    """The keyed hash over all files, or over the one named *only*; 64 hex digits. Raises ValueError when the challenge
    is too short or there is no such file."""
    if len(challenge) < CHALLENGE_BYTES_LEAST:
        raise ValueError(f"a challenge has at least {CHALLENGE_BYTES_LEAST} bytes, this one has {len(challenge)}")
    top = root or program_root()
    keyed = hmac.new(challenge, digestmod=hashlib.sha256)
    names = [name for name in _files(top) if only in ("", name)]
    if not names:
        raise ValueError(f"the program has no file {only}")
    for name in names:
        data = _bytes_of(top / name)
        keyed.update(f"{name}\0{len(data)}\0".encode())
        keyed.update(data)
    return keyed.hexdigest()


def differences(adopted: Digests, found: Digests) -> tuple[str, ...]:
    """Every file that is not as adopted, in words with its name; empty = the program is the adopted one."""
    said = [f"{name} is missing" for name in adopted if name not in found]
    said += [f"{name} was added" for name in found if name not in adopted]
    said += [f"{name} was changed" for name in found if adopted.get(name, found[name]) != found[name]]
    return tuple(sorted(said))


# -- the adopted list ---------------------------------------------------------------------------------------


def manifest_path(data: Path) -> Path:
    return data / "program.json"


def adopt(data: Path, key: MachineKey, digests: Digests, who: str, wall: str) -> None:
    """From here on this is the program: a technician's act, signed by the machine, durable on return."""
    text = json.dumps({"who": who, "wall": wall, "files": dict(sorted(digests.items()))}, sort_keys=True)
    plain = {"manifest": text, "signature": key.sign_text(_PURPOSE, text)}
    write_durably(manifest_path(data), (json.dumps(plain) + "\n").encode())


def adopted(data: Path, public_key: str) -> dict[str, str]:
    """The files of the adopted program; raises ManifestBroken."""
    try:
        plain = json.loads(manifest_path(data).read_text(encoding="utf-8"))
        text, signature = plain["manifest"], plain["signature"]
        if not verify_text(public_key, _PURPOSE, text, signature):
            raise ManifestBroken("the list of program files was not signed by this machine")
        files: dict[str, str] = json.loads(text)["files"]
        return files
    except FileNotFoundError:
        raise ManifestBroken("no program was adopted yet") from None
    except (OSError, ValueError, KeyError, TypeError) as bad:
        raise ManifestBroken("the list of program files cannot be read") from bad


def changed(data: Path, public_key: str, root: Path | None = None) -> tuple[str, ...]:
    """What a boot or a closed door asks: every file that is not as adopted; raises ManifestBroken, OSError."""
    return differences(adopted(data, public_key), program_digests(root))


class ProgramFiles:
    """The program's files as `cabinet.engine.program` looks at them."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root or program_root()

    def digests(self) -> dict[str, str]:
        return program_digests(self._root)

    def digest(self, name: str) -> str:
        return hashlib.sha256(_bytes_of(self._root / name)).hexdigest()

    def stamps(self) -> dict[str, tuple[int, int, int, int]]:
        """Times, size and number of every file; a millisecond for all of them."""
        found: dict[str, tuple[int, int, int, int]] = {}
        waiting = [self._root / folder for folder in FOLDERS if (self._root / folder).is_dir()]
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting += [] if entry.name in _CACHES else [Path(entry.path)]
                        continue
                    told = entry.stat(follow_symlinks=False)
                    name = Path(entry.path).relative_to(self._root).as_posix()
                    found[name] = (told.st_mtime_ns, told.st_ctime_ns, told.st_size, told.st_ino)
        return found


# -- files --------------------------------------------------------------------------------------------------


def _files(root: Path) -> Iterator[str]:
    """Paths of all files, sorted; a link is a file of its own and never followed."""
    found = []
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            relative = path.relative_to(root)
            if _CACHES.isdisjoint(relative.parts) and (path.is_symlink() or path.is_file()):
                found.append(relative.as_posix())
    return iter(sorted(found))


def _bytes_of(path: Path) -> bytes:
    if path.is_symlink():
        return b"link to " + str(path.readlink()).encode()
    return path.read_bytes()
