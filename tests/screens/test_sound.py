"""Sound is optional in every way (A3)."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

import pygame
import pytest

from cabinet.ports.view import View
from cabinet.screens import sound
from cabinet.screens.sound import Sounds, heard, revealed, samples
from tests.screens import views
from tests.screens.rig import Floor


@pytest.mark.logs
def test_without_a_device_there_is_one_log_line_and_silence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A3 (a)."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    pygame.mixer.quit()
    with caplog.at_level(logging.WARNING):
        sounds = Sounds()
        for effect in ("chip", "win", "win"):
            sounds.play(effect)
    assert len(caplog.records) == 1
    assert sounds.close()


@pytest.mark.logs
def test_a_driver_that_raises_in_the_middle_of_a_win_costs_one_log_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A3 (b)."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()

    class Broken:
        def __init__(self, **_: object) -> None:
            raise pygame.error("the device went away")

    monkeypatch.setattr(pygame.mixer, "Sound", Broken)
    with caplog.at_level(logging.WARNING):
        sounds.play("win")
        sounds.play("win")
    assert len(caplog.records) == 1


def test_a_driver_that_never_lets_go_does_not_hold_the_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A3 (c)."""
    forever = threading.Event()
    monkeypatch.setattr(pygame.mixer, "quit", forever.wait)
    monkeypatch.setattr(sound, "_CLOSE_S", 0.05)
    assert not Sounds().close()
    forever.set()


@pytest.mark.parametrize("effect", ["chip", "tile", "deal", "dice", "win", "back", "refused", "money", "alarm"])
def test_every_effect_is_short_and_neither_silent_nor_clipped(effect: str) -> None:
    wave = memoryview(samples(effect)).cast("h")
    assert 0 < len(wave) < 2 * sound.RATE_HZ
    assert 4000 < max(wave) < 32_000


def through(view: View) -> tuple[str, ...]:
    return revealed(view.table, -1, 60_000)


def test_a_win_is_heard_only_when_more_came_back_than_was_staked() -> None:
    """P-18."""
    assert through(views.settled())[-1] == "win"
    assert through(views.settled(1100, low="lost"))[-1] == "back"
    assert through(views.settled(0, low="lost", high="lost")) == ("tile", "tile", "tile", "chip")


def test_a_win_is_heard_when_it_is_shown_and_not_before() -> None:
    floor = Floor(views.setting(views.LAID))
    floor.screen.heard()
    floor.show(views.settled())
    early: list[str] = []
    for _ in range(60):
        floor.wait(50)
        early += floor.screen.heard()
    assert early.count("tile") == 3
    assert "win" not in early
    floor.wait(10_000)
    assert floor.screen.heard()[-1] == "win"
    floor.wait(10_000)
    assert floor.screen.heard() == ()


def test_chips_money_refusals_and_locks_are_heard() -> None:
    assert heard(views.betting(), views.with_bet()) == ("chip",)
    assert heard(views.betting(0), views.betting(2000)) == ("money",)
    assert heard(replace(views.refused(), messages=()), views.refused()) == ("refused",)
    assert heard(views.EMPTY, views.locked()) == ("alarm",)
    assert heard(None, views.settled()) == ()


def test_a_volume_is_heard_and_silence_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    loud: list[float] = []

    class Listened:
        def __init__(self, **_: object) -> None:
            pass

        def set_volume(self, volume: float) -> None:
            loud.append(volume)

        def play(self) -> None:
            pass

    monkeypatch.setattr(pygame.mixer, "Sound", Listened)
    sounds = Sounds()
    for percent in (100, 50, 0):
        sounds.play("chip", percent)
    assert loud == [1.0, 0.5]


def test_a_call_and_a_step_of_the_deck_are_heard() -> None:
    assert heard(views.betting(), replace(views.betting(), called="help")) == ("call",)
    assert heard(replace(views.betting(), called="help"), replace(views.betting(), called="drink")) == ()
    floor = Floor(views.betting())
    floor.screen.step("right", floor.now_ms)
    assert floor.screen.heard() == ("tick",)


def test_an_alarm_is_heard_once_and_long_enough() -> None:
    """E-09: a second and a half."""
    calm = views.every()["attract"]
    ringing = replace(calm, alarm=True)
    assert heard(calm, ringing) == ("siren",)
    assert heard(ringing, ringing) == ()
    assert heard(ringing, calm) == ()
    assert len(samples("siren")) / 2 / sound.RATE_HZ >= 1.5
