"""What a person wants of a table: which one, and how it is to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from client_cli.flag_times import seconds_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from client_cli.exits import Stopped

    Complaint: TypeAlias = Callable[[str, str, str], Stopped]

Bots: TypeAlias = Literal["only", "fill", "wait"]
Talk: TypeAlias = Literal["off", "phrases", "free", "always"]
Signals: TypeAlias = Literal["off", "on", "after_king"]
Recall: TypeAlias = Literal["last", "all"]

_Choice = TypeVar("_Choice")

MOST_INVITED: Final = 16
MOST_TURN_S: Final = 600
_LONGEST_NAME: Final = 64
_BOTS: Final[Mapping[str, Bots]] = {"only": "only", "fill": "fill", "wait": "wait"}
_TALK: Final[Mapping[str, Talk]] = {
    "off": "off",
    "phrases": "phrases",
    "free": "free",
    "always": "always",
}
_SIGNALS: Final[Mapping[str, Signals]] = {
    "off": "off",
    "on": "on",
    "after_king": "after_king",
}
_RECALL: Final[Mapping[str, Recall]] = {"last": "last", "all": "all"}
_SWITCH: Final[Mapping[str, bool]] = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class TableFlags:
    """The table that a person wants; None is for what he leaves open."""

    code: str | None = None
    """The table to sit down at, as it was typed; None for a new one, or any."""
    bots: Bots | None = None
    """Who takes the other seats: bots at once, bots after a while, or people alone."""
    turn_ms: int | None = None
    """Time for a move; 0 for a table without a clock."""
    private: bool = False
    password: bool = False
    """Whether a password is to be asked for."""
    invited: tuple[str, ...] = ()
    talk: Talk = "phrases"
    signals: Signals = "off"
    undo: bool = False
    recall: Recall = "last"
    hints: bool = True


def table_flags(given: Mapping[str, str], complaint: Complaint) -> TableFlags:
    """The wishes in flags.

    Args:
        given: The flags by key, with their values.
        complaint: Makes the end of the run from a flag, its value, and what may stand
            there.

    Raises:
        Stopped: A value cannot be meant.
    """
    values = _Choices(given, complaint)
    return TableFlags(
        code=given.get("table"),
        bots=values.chosen("bots", _BOTS, None),
        turn_ms=values.turn_ms(),
        private="private" in given,
        password="password" in given,
        invited=values.invited(),
        talk=values.chosen("talk", _TALK, "phrases"),
        signals=values.chosen("signals", _SIGNALS, "off"),
        undo=values.chosen("undo", _SWITCH, default=False),
        recall=values.chosen("recall", _RECALL, "last"),
        hints=values.chosen("hints", _SWITCH, default=True),
    )


class _Choices:
    """Reads values of which there is a list, or a bound."""

    def __init__(self, given: Mapping[str, str], complaint: Complaint) -> None:
        self._given = given
        self._complaint = complaint

    def chosen(
        self, key: str, choices: Mapping[str, _Choice], default: _Choice
    ) -> _Choice:
        typed = self._given.get(key)
        if typed is None:
            return default
        if typed not in choices:
            raise self._complaint(f"--{key}", typed, ", ".join(choices))
        return choices[typed]

    def turn_ms(self) -> int | None:
        typed = self._given.get("timer")
        if typed is None or typed == "off":
            return None if typed is None else 0
        seconds = seconds_in(typed)
        if seconds is None or not 1 <= seconds <= MOST_TURN_S:
            raise self._complaint("--timer", typed, f"off, 1s-{MOST_TURN_S}s")
        return round(seconds * 1_000)

    def invited(self) -> tuple[str, ...]:
        typed = self._given.get("invite")
        if typed is None:
            return ()
        names = tuple(name.strip() for name in typed.split(","))
        fitting = all(1 <= len(name) <= _LONGEST_NAME for name in names)
        if not fitting or len(names) > MOST_INVITED:
            raise self._complaint("--invite", typed, f"Anna,Maya (1-{MOST_INVITED})")
        return names
