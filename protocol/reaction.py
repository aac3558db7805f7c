"""What a session has to do after something has happened, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.outbox import Order
from protocol.to_client import Answer, Pong
from protocol.to_server import Command, ToServer
from protocol.updates import Update


@dataclass(slots=True)
class Reaction:
    """What has to be done, in this order."""

    token: bytes | None = None
    """To be kept before anything else."""
    updates: list[Update] = field(default_factory=list)
    answers: list[tuple[Order, Command, Answer]] = field(default_factory=list)
    lost: list[Order] = field(default_factory=list)
    """Orders whose session is gone, so that nobody will ever answer them."""
    pongs: list[Pong] = field(default_factory=list)
    send: list[ToServer] = field(default_factory=list)
    drop: str | None = None
    """Why the connection has to be given up."""


class Waits:
    """The answers that are awaited on a connection, and when each is overdue.

    Args:
        answer_s: How long any answer may take, in seconds.
    """

    def __init__(self, answer_s: float) -> None:
        self._answer_s = answer_s
        self._overdue_s: dict[str, float] = {}

    def begin(self, what: str, now_s: float) -> None:
        """An answer is awaited from now on; a running wait begins again."""
        self._overdue_s[what] = now_s + self._answer_s

    def end(self, what: str) -> None:
        """The answer came, or is awaited no longer."""
        self._overdue_s.pop(what, None)

    def clear(self) -> None:
        """Nothing is awaited."""
        self._overdue_s.clear()

    @property
    def first_s(self) -> float | None:
        """When the first answer will be overdue."""
        return min(self._overdue_s.values(), default=None)

    def late(self, now_s: float) -> str | None:
        """An answer that is overdue."""
        return next(
            (what for what, when in self._overdue_s.items() if when <= now_s), None
        )
