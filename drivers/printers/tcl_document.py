"""A Document as TCL orders: a cash-out ticket through template 0, everything else line by line in journal mode.

Factory template 0 is the cash-out voucher; its fields in order stand in `_VOUCHER`. The barcode field is the
bare 18 digits (Interleaved 2 of 5). Decides how a document is cut into orders that fit the printer's buffer;
refuses to know whether it may be printed now.
"""

from __future__ import annotations

from cabinet.ports.printer import Document
from drivers.printers.letters import Refused, ascii_of
from drivers.printers.tcl_wire import FORM_FEED, JOURNAL, escape, write_print

BARCODE_DIGITS = 18

_VOUCHER = (
    "validation",
    "title",
    "site",
    "address",
    "",
    "",
    "validation",
    "date",
    "time",
    "ticket",
    "words",
    "",
    "amount",
    "",
    "expiry",
    "machine",
    "barcode",
)


def orders_of(document: Document, template: str, buffer_bytes: int) -> tuple[bytes, ...] | Refused:
    """The orders that print *document*, each to be sent only while the printer has room for it."""
    if document.kind == "cash_out":
        return _voucher(document, template, buffer_bytes)
    return _journal(document, buffer_bytes)


def voucher_fields(printed: tuple[str, ...]) -> dict[str, str]:
    """The named fields of a template-0 order, as the printed paper shows them."""
    return {name: text for name, text in zip(_VOUCHER, printed, strict=False) if name}


def _voucher(document: Document, template: str, buffer_bytes: int) -> tuple[bytes, ...] | Refused:
    if len(document.barcode) != BARCODE_DIGITS or not (document.barcode.isascii() and document.barcode.isdigit()):
        return Refused("barcode_not_18_digits")
    fields: list[str] = []
    for name in _VOUCHER:
        text = ascii_of(document.barcode if name == "barcode" else document.field(name))
        if text is None:
            return Refused("text_not_printable")
        if not text and name in ("validation", "amount"):
            return Refused(f"{name}_missing")
        fields.append(text)
    order = write_print(template, tuple(fields))
    return Refused("document_too_long") if len(order) > buffer_bytes else (order,)


def _journal(document: Document, buffer_bytes: int) -> tuple[bytes, ...] | Refused:
    orders = [bytearray(JOURNAL)]
    for line in document.lines:
        text = ascii_of(line.text)
        if text is None:
            return Refused("text_not_printable")
        row = escape(text).encode("ascii") + b"\r\n"
        if len(row) > buffer_bytes:
            return Refused("document_too_long")
        if len(orders[-1]) + len(row) > buffer_bytes // 4:  # XOFF says "80 % full": a quarter always has room
            orders.append(bytearray())
        orders[-1] += row
    return (*(bytes(order) for order in orders if order), FORM_FEED)
