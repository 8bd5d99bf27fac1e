"""Paper: what stands on tickets, slips and reports, laid out once for every printer."""

from cabinet.paper.reports import MeterRow, meter_report, printer_page
from cabinet.paper.slips import SlipKind, handpay_slip
from cabinet.paper.tickets import cash_out_ticket

__all__ = ["MeterRow", "SlipKind", "cash_out_ticket", "handpay_slip", "meter_report", "printer_page"]
