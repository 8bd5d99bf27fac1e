"""Ticket printers: a registry of protocols, one file each."""

from __future__ import annotations

from drivers.printers.escpos import EscPos
from drivers.printers.tcl import Tcl

PRINTERS = {"tcl": Tcl, "escpos": EscPos}
