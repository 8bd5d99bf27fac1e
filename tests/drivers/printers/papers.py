"""Documents as the cabinet lays them out, for the printers' tests."""

from __future__ import annotations

from cabinet.ports.printer import Document, Line, Print

NUMBER = "991234567890123456"


def ticket(number: str = NUMBER, amount: str = "USD 37.50", site: str = "CASINO NORTH") -> Document:
    return Document(
        kind="cash_out",
        fields=(
            ("validation", "99-1234-5678-9012-3456"),
            ("title", "CASH-OUT TICKET"),
            ("site", site),
            ("address", "1 HARBOUR ROAD"),
            ("date", "2026-11-30"),
            ("time", "21:30:00"),
            ("ticket", "TICKET # 17"),
            ("words", "THIRTY-SEVEN DOLLARS AND FIFTY CENTS"),
            ("amount", amount),
            ("expiry", "VALID 30 DAYS"),
            ("machine", "MACHINE # 0427-1"),
        ),
        lines=(Line("CASH-OUT TICKET", 2, "centre"), Line(amount, 3, "centre")),
        barcode=number,
    )


def report(rows: int = 3) -> Document:
    return Document(kind="report", lines=tuple(Line(f"METER {row} 100.00") for row in range(rows)))


def cash_out(job: int = 1, **fields: str) -> Print:
    return Print(job, ticket(**fields))
