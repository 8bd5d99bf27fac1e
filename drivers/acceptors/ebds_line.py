"""The acknowledge toggle of an EBDS line: each command is answered exactly once, however bad the wire.

    good answer with our toggle  -> the next *new* command carries the other toggle: "I have your last answer"
    no, bad or other answer      -> the identical command again; the device repeats its last answer
    an answer kept back          -> the identical command again, until the machine has it on disk

Decides what goes out next and which answer counts. It refuses to know what an answer means. The toggle outlives
an outage: a device that was not heard still holds its last answer for the command that asked for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.acceptors.ebds_frames import Kind, Message, decode, hunter
from drivers.framing import FrameHunter

_ECHOES = 2


@dataclass(slots=True)
class ToggleLine:
    """Times in ms. *silent_after*: misses in a row that are an outage."""

    reply_ms: int
    silent_after: int
    deadline: int = 0
    misses: int = 0
    echoes: int = 0
    kept_back: bool = False  # the last answer may not be acknowledged yet
    _toggle: int = 0
    _sent: Message | None = None
    _waiting: bool = False
    answered: bool = True
    _hunter: FrameHunter = field(default_factory=hunter)

    @property
    def waiting(self) -> bool:
        return self._waiting

    @property
    def asked(self) -> int:
        """The kind of the last command, 0 = none."""
        return 0 if self._sent is None else self._sent.kind

    @property
    def silent(self) -> bool:
        return self.misses >= self.silent_after

    def say(self, kind: int, data: bytes, now: int) -> bytes:
        """A new command, with the other toggle."""
        assert self.answered
        assert not self.kept_back
        if self._sent is not None:
            self._toggle ^= 1
        return self._out(Message(kind, self._toggle, data), now)

    def repeat(self, now: int) -> bytes:
        """The identical command again."""
        assert self._sent is not None
        return self._out(self._sent, now)

    def _out(self, message: Message, now: int) -> bytes:
        self._sent, self._waiting, self.answered, self.deadline = message, True, False, now + self.reply_ms
        return message.encode()

    def say_unanswered(self, message: Message) -> bytes:
        """A command that gets no answer (soft reset): the device forgets its toggle."""
        self.restart(None)
        return message.encode()

    def missed(self) -> list[Message]:
        """The answer's time is over; answers that a false start had swallowed."""
        found = self._accept(self._hunter.give_up_waiting())
        if not found:
            self._waiting = False
            self.misses += 1
        return found

    def feed(self, data: bytes) -> list[Message]:
        """The answer to the command under way, at most one."""
        return self._accept(self._hunter.feed(data))

    def _accept(self, frames: list[bytes]) -> list[Message]:
        accepted = []
        for raw in frames:
            sent, message = self._sent, decode(raw)
            if sent is not None and raw == sent.encode():
                self.echoes += 1
            elif sent is not None and not self.answered and _answers(sent, message):
                self._waiting, self.answered, self.misses = False, True, 0
                accepted.append(message)
        return accepted

    @property
    def echoing(self) -> bool:
        return self.echoes >= _ECHOES

    def restart(self, harmless: bytes | None) -> None:
        """After an outage: the same toggle, but *harmless* data in place of whatever was ordered then."""
        self._hunter.clear()
        self._waiting, self.kept_back, self.misses, self.echoes = False, False, 0, 0
        self.answered = self._sent is None or harmless is None
        if harmless is None:
            self._sent, self._toggle = None, 0
        elif self._sent is not None:
            self._sent = Message(Kind.COMMAND, self._toggle, harmless)

    def garbage(self) -> int:
        """Bytes since the last call that belonged to no frame."""
        dropped, self._hunter.dropped = self._hunter.dropped, 0
        return dropped


def _answers(sent: Message, heard: Message) -> bool:
    kinds = (Kind.REPLY, Kind.EXTENDED, Kind.AUXILIARY) if sent.kind == Kind.AUXILIARY else (Kind.REPLY, Kind.EXTENDED)
    return heard.toggle == sent.toggle and heard.kind in kinds
