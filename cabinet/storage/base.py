"""The base of a copy: what stands in place of rows that were archived, so that the chain and the state go on from it.

    hash, sequence    of the last archived row: the first row here is chained to it
    opening           the record of the journal's very first row
    state             what all archived rows led to, as plain data of the form *form*

Decides the signed text. Refuses to know what a state means and where rows went.
"""

from __future__ import annotations

import json

from cabinet.ports.plain import Plain
from cabinet.storage.contract import Base
from cabinet.storage.signing import MachineKey, verify_text

_PURPOSE = "base"


def genuine(base: Base) -> bool:
    """Whether the machine whose public key stands in the opening signed all of it."""
    text = _text(base.sequence, base.hash, base.opening, base.state, base.form)
    return verify_text(str(base.opening.get("public_key", "")), _PURPOSE, text, base.signature)


def base_text(base: Base) -> str:
    """One line to keep it in."""
    said = json.loads(_text(base.sequence, base.hash, base.opening, base.state, base.form))
    return json.dumps({"signature": base.signature, "text": said}, sort_keys=True, ensure_ascii=False)


def base_of(text: str) -> Base:
    """The base that a line says; raises ValueError on anything else."""
    try:
        kept = json.loads(text)
        said = kept["text"]
        return Base(
            said["sequence"], said["hash"], said["opening"], said["state"], said["form"], str(kept["signature"])
        )
    except (KeyError, TypeError) as bad:
        raise ValueError("this is no base of an archived journal") from bad


def sign_base(key: MachineKey, sequence: int, hash: str, opening: Plain, state: Plain, form: str) -> Base:
    """The base after the row *sequence*, signed."""
    return Base(
        sequence, hash, opening, state, form, key.sign_text(_PURPOSE, _text(sequence, hash, opening, state, form))
    )


def _text(sequence: int, hash: str, opening: Plain, state: Plain, form: str) -> str:
    said = {"sequence": sequence, "hash": hash, "opening": opening, "state": state, "form": form}
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
