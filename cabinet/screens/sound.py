"""Effects made by arithmetic: chips, tiles, wins, refusals. Sound is optional in every way.

No device, a driver that raises in the middle of a win, a driver that never lets go: each costs silence and one
log line, never a game.
"""

from __future__ import annotations

import array
import logging
import math
import threading

import pygame

from cabinet.ports.view import TableView, View
from cabinet.screens.reveal import steps

_log = logging.getLogger(__name__)

RATE_HZ = 22_050
_CLOSE_S = 1.0

# effect -> (frequency Hz, start ms, length ms, loudness 0..100, share of noise 0..100)
_NOTES: dict[str, tuple[tuple[int, int, int, int, int], ...]] = {
    "chip": ((2600, 0, 40, 45, 50), (3400, 22, 60, 35, 40)),
    "tile": ((420, 0, 70, 55, 60), (260, 10, 90, 35, 20)),
    "deal": ((320, 0, 60, 45, 70), (320, 120, 60, 45, 70), (320, 240, 60, 45, 70)),
    "closed": ((392, 0, 700, 45, 2), (588, 8, 500, 25, 0), (294, 320, 900, 45, 2)),
    "dice": ((900, 0, 30, 45, 80), (700, 70, 30, 45, 80), (800, 150, 30, 40, 80), (600, 260, 40, 35, 80)),
    "win": ((523, 0, 180, 40, 0), (659, 130, 180, 40, 0), (784, 260, 220, 42, 0), (1046, 390, 500, 45, 0)),
    "back": ((523, 0, 160, 35, 0), (523, 200, 220, 30, 0)),
    "refused": ((196, 0, 140, 45, 5), (165, 150, 200, 45, 5)),
    "money": ((880, 0, 120, 40, 0), (1318, 110, 260, 40, 0)),
    "call": ((988, 0, 300, 34, 0), (784, 240, 420, 34, 0)),
    "tick": ((1500, 0, 22, 22, 20),),
    "siren": tuple((880 if step % 2 else 660, step * 200, 220, 60, 0) for step in range(10)),
    "alarm": ((740, 0, 220, 50, 0), (554, 240, 220, 50, 0), (740, 480, 220, 50, 0)),
}


EFFECTS = tuple(_NOTES)
"""Every effect there is, for the test of the loudspeaker."""


def heard(before: View | None, after: View) -> tuple[str, ...]:
    """The effects that a change of view is heard by; a win only if more came back than was staked."""
    if before is None:
        return ()
    sounds: list[str] = []
    if after.bet_cents > before.bet_cents and after.table.phase in ("betting", "settled"):
        sounds.append("chip")
    if after.table.phase == "setting":
        sounds.append("deal" if before.table.phase != "setting" else "")
        moved = before.table.phase == "setting" and before.table.seats != after.table.seats
        sounds.append("tile" if moved else "")
    settling = after.table.result is not None and before.table.result is None
    if after.credit_cents > before.credit_cents and after.bet_cents == before.bet_cents and not settling:
        sounds.append("money")
    fresh = set(after.messages) - set(before.messages)
    sounds.append("refused" if any(message.level == "refusal" for message in fresh) else "")
    sounds.append("siren" if after.alarm and not before.alarm else "")
    locked = len(after.locks) > len(before.locks)
    sounds.append("call" if after.called and not before.called and not locked else "")
    sounds.append("alarm" if locked else "")
    return tuple(sound for sound in sounds if sound)


def revealed(table: TableView, before_ms: int, at_ms: int) -> tuple[str, ...]:
    """The effects of the steps of a reveal that began between two moments of it, ms from its start.

    A win is heard when it is shown, and only if more came back than was staked.
    """
    begun = [step for step, begin in steps(table).items() if before_ms < begin <= at_ms]
    return tuple(sound for sound in (_of_step(step, table) for step in begun) if sound)


def _of_step(step: str, table: TableView) -> str:
    result = table.result
    match step.partition(".")[0]:
        case "dealer" | "exposed":
            return "tile"
        case "dice":
            return "dice" if table.dice else ""
        case "collect" | "pay":
            lost = step == "collect"
            awards = result.awards if result is not None else ()
            return "chip" if any((award.returned_cents == 0) == lost for award in awards) else ""
        case "result" if result is not None:
            return "win" if result.won_cents > 0 else "back" if result.returned_cents else ""
        case _:
            return ""


def samples(effect: str) -> bytes:
    """The effect as signed 16-bit mono at RATE_HZ."""
    notes = _NOTES[effect]
    length = max(start + long for _, start, long, _, _ in notes) * RATE_HZ // 1000
    wave = [0.0] * length
    seed = 7
    for frequency, start, long, loud, noise in notes:
        first, count = start * RATE_HZ // 1000, long * RATE_HZ // 1000
        for i in range(count):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            rough = (seed / 0x3FFFFFFF - 1) * noise / 100
            tone = math.sin(2 * math.pi * frequency * i / RATE_HZ) * (1 - noise / 100)
            fade = min(1.0, i / 60) * math.exp(-4 * i / count)
            wave[first + i] += (tone + rough) * fade * loud / 100
    return array.array("h", (int(max(-1.0, min(1.0, value)) * 32_000) for value in wave)).tobytes()


class Sounds:
    """The loudspeaker, if there is one."""

    def __init__(self) -> None:
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._on = False
        self._said = False
        try:
            pygame.mixer.init(RATE_HZ, -16, 1, 512)
            self._on = True
        except Exception as why:  # whatever a sound driver does, the game goes on
            self._silence(why)

    def play(self, effect: str, percent: int = 100) -> None:
        """Play *effect* at *percent* of full loudness, or do nothing; never raises."""
        if not self._on or percent <= 0:
            return
        try:
            if effect not in self._made:
                self._made[effect] = pygame.mixer.Sound(buffer=samples(effect))
            self._made[effect].set_volume(percent / 100)
            self._made[effect].play()
        except Exception as why:  # as above
            self._silence(why)

    def close(self) -> bool:
        """Let the device go; False if its driver did not return within a second."""
        closing = threading.Thread(target=_quit_mixer, daemon=True)
        closing.start()
        closing.join(_CLOSE_S)
        return not closing.is_alive()

    def _silence(self, why: Exception) -> None:
        self._on = False
        if not self._said:
            self._said = True
            _log.warning("no sound: %s", why)


def _quit_mixer() -> None:
    try:
        pygame.mixer.quit()
    except Exception as why:  # as above
        _log.warning("the sound device was not closed: %s", why)
