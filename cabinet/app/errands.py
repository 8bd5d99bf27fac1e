"""Errands of the attendant's pages: print what is shown, save it to the stick. One function and one line a name.

An errand never moves money and writes no row; what came of it is told to whoever asked.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from cabinet.engine.engine import Known
from cabinet.machine.state import Worker
from cabinet.ports.page import Errand, Page, PageWanted, Told, message
from cabinet.ports.view import Message
from cabinet.reports.meters import figures
from cabinet.reports.pages.asked import Asked
from cabinet.storage.folders import write_durably

Ask = Callable[[PageWanted, Worker, Known], Asked]
Run = Callable[["Errands", Errand, Asked], Told]
Pages = Callable[[PageWanted, Worker, Known], Page]
Paper = Callable[[Page, int, Known], Message | None]


class Errands:
    """Runs errands by name; *asked* gives everything a page of that name would be made from, *pages* the page itself.

    *paper* prints a page at a station: why it cannot, None = it is on its way.
    """

    def __init__(self, asked: Ask, pages: Pages, paper: Paper) -> None:
        self._asked, self._pages, self._paper = asked, pages, paper

    def run(self, errand: Errand, worker: Worker, known: Known) -> Told:
        params = dict(errand.params)
        wanted = PageWanted(params.pop("page", ""), tuple(sorted(params.items())))
        if errand.name == "print":
            return self._printed(wanted, worker, known)
        return ERRANDS[errand.name](self, errand, self._asked(wanted, worker, known))

    def _printed(self, wanted: PageWanted, worker: Worker, known: Known) -> Told:
        """The page as it would be shown; it is no ticket, and the printer's word on it moves no money."""
        why = self._paper(self._pages(wanted, worker, known), worker.station, known)
        return Told(message("office.printing")) if why is None else Told(why)

    def usb(self, errand: Errand, asked: Asked) -> Told:
        """Meters as JSON and CSV in the folder of the stick, each with the signed head; refused when none is there."""
        folder = Path(asked.facts.get("usb_folder", ""))
        if not asked.facts.get("usb_folder"):
            return Told(message("office.usb.none", "refusal"))
        if not os.path.ismount(folder) or not os.access(folder, os.W_OK):
            return Told(message("office.usb.away", "refusal", folder=folder.name))
        name = f"meters-{asked.state.set_up.machine.asset_number}-{asked.row}"
        try:
            for ending, text in (("json", meters_json(asked)), ("csv", meters_csv(asked))):
                write_durably(folder / f"{name}.{ending}", text.encode(), 0o644)
        except OSError as no:
            return Told(message("office.usb.failed", "refusal", why_not=no.strerror or str(no)))
        return Told(message("office.usb.saved", name=f"{name}.json"))


NAMES = ("print", "usb")
ERRANDS: dict[str, Run] = {
    "usb": Errands.usb,
}


def meters_json(asked: Asked) -> str:
    """All figures with row, head and the machine's signature over the text of the figures."""
    told = json.dumps(figures(asked.state, asked.row), sort_keys=True, ensure_ascii=False)
    signed = asked.sign("meters", f"{asked.row}\n{asked.head}\n{told}")
    whole = {"row": asked.row, "head": asked.head, "wall": asked.wall, "signature": signed, "figures": json.loads(told)}
    return json.dumps(whole, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def meters_csv(asked: Asked) -> str:
    """One meter a line: scope, name, unit, value; the last line is the signature over all before it."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(("scope", "meter", "unit", "value"))
    told = figures(asked.state, asked.row)
    for name, value in told.items():
        if isinstance(value, int) and not isinstance(value, bool):
            write.writerow(("machine", name.removesuffix("_cents"), _unit(name), value))
    for station, books in told["stations"].items():
        for name, value in books.items():
            if name.endswith("_cents"):
                write.writerow((f"station.{station}", name.removesuffix("_cents"), "cents", value))
    for name, meter in told["meters"].items():
        for scope, value in meter["scopes"].items():
            write.writerow((scope, name, meter["unit"], value))
    text = out.getvalue()
    return f"{text}signature,{asked.row},{asked.head},{asked.sign('meters', text)}\n"


def _unit(name: str) -> str:
    return "cents" if name.endswith("_cents") else "count"
