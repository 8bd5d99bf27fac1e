"""Dice shakers: a registry of protocols, one file each."""

from __future__ import annotations

from drivers.shakers.shaker import Shaker

SHAKERS = {"shaker": Shaker}
