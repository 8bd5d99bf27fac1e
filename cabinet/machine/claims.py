"""What an old journal is believed to have owed when a RAM clear ended it: claims for a person, in no new book."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """*what*: credit, ticket, handpay, document, dispute, round, acceptor. *amount_cents*: as believed, 0 = unknown.
    *number*: of the ticket it is about. *claim* counts from 1 in one RAM clear."""

    claim: int
    station: int
    what: str
    amount_cents: int
    number: str = ""
