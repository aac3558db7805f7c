"""What happened in a scene, in order: what the client did, and what it was told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, get_args

from protocol.codec import BadMessage, Unknown
from protocol.to_client import ToClient
from protocol.to_server import Command, ToServer, TurnCommand

if TYPE_CHECKING:
    from collections.abc import Iterator


COMMANDS: Final = get_args(Command)
TURN_COMMANDS: Final = get_args(TurnCommand)
MOST: Final = 20_000
"""No client that plays one deal comes near so many notes."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The client has connected."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Closed:
    """A connection has ended, whoever ended it."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Said:
    """The client has sent something."""

    at_s: float
    message: ToServer | BadMessage


@dataclass(frozen=True, slots=True)
class Told:
    """The client was sent something; what was swallowed on the way is not noted."""

    at_s: float
    message: ToClient | Unknown | BadMessage


@dataclass(frozen=True, slots=True)
class Struck:
    """The fault of the scene has happened."""

    at_s: float
    command: TurnCommand | None
    """The client's last move before it."""


Note: TypeAlias = Opened | Closed | Said | Told | Struck
N = TypeVar("N", bound=Note)


@dataclass(slots=True)
class Notes:
    """All notes of one scene."""

    all: list[Note] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether there is no more room: the client goes round in circles."""
        return len(self.all) >= MOST

    def add(self, note: Note) -> None:
        """Note something down, while there is room."""
        if not self.is_full:
            self.all.append(note)

    def of(self, kind: type[N]) -> Iterator[N]:
        """The notes of one kind."""
        return (note for note in self.all if isinstance(note, kind))

    @property
    def struck(self) -> Struck | None:
        """The moment of the fault; None as long as it has not happened."""
        return next(self.of(Struck), None)

    def before(self) -> Notes:
        """The notes up to the fault."""
        return Notes(self.all[: self._place])

    def after(self) -> Notes:
        """The notes from the fault on."""
        return Notes(self.all[self._place + 1 :])

    @property
    def _place(self) -> int:
        found = self.struck
        return len(self.all) if found is None else self.all.index(found)
