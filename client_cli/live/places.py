"""What the seats of a table are called by the person who sits at it.

Whoever plays sits in the South, the partner in the North, whatever their numbers are:
the seat that plays next is East, to the right. Names are other people's text. Whether a
person or a bot sits there, and how well the bot plays, is always said as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, assert_never

from client_cli.safe_text import shown
from client_cli.score_lines import Labels
from client_cli.texts import Texts, message

if TYPE_CHECKING:
    from protocol.views import SeatInfo, View

_DIRECTIONS: Final = (
    message("South"),
    message("East"),
    message("North"),
    message("West"),
)
_PARTNER: Final = 2
_LEVELS: Final = {
    "easy": message("easy", "level"),
    "medium": message("medium", "level"),
    "hard": message("hard", "level"),
    "expert": message("expert", "level"),
    "master": message("master", "level"),
}


@dataclass(frozen=True, slots=True)
class Places:
    """The seats as seen from one of them."""

    texts: Texts
    you: int
    """One's own seat."""
    names: tuple[str, ...] = ("",) * 4
    """What the people are called, by seat; empty where none sits."""
    seated: bool = True
    """Whether one sits there, or only looks on; then `you` is what is called South."""

    def is_you(self, seat: int) -> bool:
        """Whether it is one's own seat."""
        return self.seated and seat == self.you

    def is_partner(self, seat: int) -> bool:
        """Whether the partner sits there."""
        return self.seated and (seat - self.you) % 4 == _PARTNER

    def name(self, seat: int) -> str:
        """`you`, `East`, `North, partner`."""
        if self.is_you(seat):
            return self.texts.say("you")
        if self.is_partner(seat):
            direction = self.direction(seat)
            return self.texts.say("{direction}, partner", direction=direction)
        return self.direction(seat)

    def short(self, seat: int) -> str:
        """`you`, `East`, `North`: for lists, in which a comma parts the seats."""
        return self.texts.say("you") if self.is_you(seat) else self.direction(seat)

    def direction(self, seat: int) -> str:
        """`South`, `East`, `North`, `West`; one's own seat is South."""
        return self.texts.say(_DIRECTIONS[(seat - self.you) % 4])

    def called(self, seat: int) -> str:
        """The place with the name of its person: `Maya (East)`; a bot's is `West`."""
        direction = self.direction(seat)
        if not self.names[seat]:
            return direction
        return self.texts.say(
            "{name} ({direction})", name=shown(self.names[seat]), direction=direction
        )

    def person(self, seat: int, info: SeatInfo) -> str:
        """Who sits there, and where: `Maya, East, away`, `bot (medium), West`."""
        parts = [self._who(info), self.direction(seat)]
        if info.occupant == "person" and info.control == "bot":
            parts.append(self.texts.say("away, a bot plays"))
        elif info.occupant == "person" and not info.connected:
            parts.append(self.texts.say("away"))
        return ", ".join(parts)

    def _who(self, info: SeatInfo) -> str:
        match info.occupant:
            case "person":
                return shown(info.name or "")
            case "bot":
                return bot_words(info.level, self.texts)
            case "empty":
                return self.texts.say("nobody yet")
            case _:
                assert_never(info.occupant)

    def team(self, team: int) -> str:
        """`our side` or `their side`; `South and North` for somebody without a seat."""
        if not self.seated:
            first = self.you if team == self.you % 2 else self.you + 1
            return self.texts.list_of([*map(self.direction, (first, first + 2))])
        if team == self.you % 2:
            return self.texts.say("our side")
        return self.texts.say("their side")

    def by_side(self, pair: tuple[int, int]) -> tuple[int, int]:
        """Two numbers by team as ours and theirs."""
        return pair[self.you % 2], pair[1 - self.you % 2]

    def labels(self) -> Labels:
        """For score sheets."""
        return Labels(seat=self.name, team=self.team)


def bot_words(level: str | None, texts: Texts) -> str:
    """`bot (medium)`."""
    return texts.say("bot ({level})", level=level_word(level, texts))


def level_word(level: str | None, texts: Texts) -> str:
    """A level in words; one that only newer servers know by its own."""
    known = _LEVELS.get(level or "")
    return shown(level or "") if known is None else texts.say(known)


def places_in(view: View, texts: Texts) -> Places:
    """The seats of a table; seen from seat 0 by somebody who does not sit."""
    names = tuple(
        info.name or "" if info.occupant == "person" else "" for info in view.seats
    )
    if view.you is None:
        return Places(texts, 0, names, seated=False)
    return Places(texts, view.you, names)
