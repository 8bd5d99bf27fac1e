"""Boards with buttons, keys, doors and lamps: a registry of protocols, one file each."""

from __future__ import annotations

from drivers.decks.firmata import FirmataDeck

DECKS = {"firmata": FirmataDeck}
