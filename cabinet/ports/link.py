"""What every device has in common: its link, its identity, its misbehaviour."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The port is open and the device answered who it is."""

    model: str
    serial: str = ""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The port is gone or the device is silent; *reason* names the port and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class WrongDevice:
    """Something answers, but not as this device: an echo, another protocol, another device.

    *answers*: the other device of this cabinet that said who it is on this port, empty = nobody knows.
    """

    told: str
    answers: str = ""


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """The driver or the device refused an order: an event, never an exception."""

    order: str
    reason: str


LinkEvent = LinkUp | LinkDown | WrongDevice | OrderRefused
