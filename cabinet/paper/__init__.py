"""Paper: what stands on tickets, slips and reports, laid out once for every printer."""

from cabinet.paper.tickets import cash_out_ticket

__all__ = ["cash_out_ticket"]
