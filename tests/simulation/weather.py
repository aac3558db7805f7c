"""How bad things are in a run: how long what takes, and what goes wrong how often.

Each run has a weather of its own. Most runs have only some kinds of trouble, so that
one kind does not hide what another would show.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

_SOMETIMES: Final = 0.5
"""How many of the kinds of trouble a run has."""


@dataclass(slots=True)
class Weather:
    """Rates of what goes wrong by itself; 0 for what never does."""

    slow: float = 0.0
    """Of messages, calls and thoughts that take much longer than the others."""
    call_lost: float = 0.0
    """Of calls that never reach the store."""
    answer_lost: float = 0.0
    """Of calls that the store carries out, and whose answer gets lost."""
    call_repeated: float = 0.0
    """Of calls whose first answer gets lost, and which are sent again at once."""
    news_lost: float = 0.0
    """Of news that the store tells nobody."""
    killed: float = 0.0
    """Of the named points of a command's way at which the server dies."""
    wire_cut: float = 0.0
    """Cuts of connections, in each second, for each person."""
    wire_dead: float = 0.0
    """Connections that fall silent, likewise."""
    node_killed: float = 0.0
    """Deaths of a node, in each second."""
    link_cut: float = 0.0
    """Times in which a node does not reach the store, in each second."""
    stall: float = 0.0
    """Times in which the store does nothing, in each second."""
    restart: float = 0.0
    """Restarts of the store, in each second."""
    rollback: float = 0.0
    """Returns of the store with a shorter log, in each second."""
    second_device: float = 0.0
    """People who come over a second connection, in each second, for each."""
    thief: float = 0.0
    """People who try an old token, likewise."""

    @classmethod
    def drawn(cls, rng: Random) -> Weather:
        """A weather of its own."""
        weather = cls()
        for name, worst in _WORST.items():
            if rng.random() < _SOMETIMES:
                setattr(weather, name, worst * rng.random())
        if rng.random() >= _ROLLBACKS:
            weather.rollback = 0.0
        return weather

    def clear_up(self) -> None:
        """Let nothing more go wrong."""
        for field in fields(self):
            setattr(self, field.name, 0.0)


_WORST: Final = {
    "slow": 0.2,
    "call_lost": 0.06,
    "answer_lost": 0.08,
    "call_repeated": 0.08,
    "news_lost": 0.4,
    "killed": 0.004,
    "wire_cut": 0.15,
    "wire_dead": 0.06,
    "node_killed": 0.12,
    "link_cut": 0.12,
    "stall": 0.12,
    "restart": 0.08,
    "rollback": 0.15,
    "second_device": 0.06,
    "thief": 0.04,
}
_ROLLBACKS: Final = 0.3
"""How many of the runs that would have it see the store come back shorter."""


class Delays:
    """How long things take, drawn from a stream.

    Args:
        weather: Of the run.
        rng: The stream.
        usual_s: What something takes at most, as a rule.
        slow_s: What it takes at most now and then.
    """

    def __init__(
        self, weather: Weather, rng: Random, usual_s: float, slow_s: float
    ) -> None:
        self._weather = weather
        self._rng = rng
        self._usual_s = usual_s
        self._slow_s = slow_s

    def __call__(self) -> float:
        """How long the next one takes, in seconds."""
        most_s = self._usual_s
        if self._weather.slow and self._rng.random() < self._weather.slow:
            most_s = self._slow_s
        return most_s * self._rng.random()
