"""What the seats of a table are called by the person who sits at it.

Whoever plays sits in the South, the partner in the North, whatever their numbers are:
the seat that plays next is East, to the right. Names are other people's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

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


@dataclass(frozen=True, slots=True)
class Places:
    """The seats as seen from one of them."""

    texts: Texts
    you: int
    """One's own seat; that which is called South, for somebody without one."""
    seated: bool = True
    """Whether one sits there, or only looks on."""

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

    def person(self, seat: int, info: SeatInfo) -> str:
        """Who sits there, and where: `Maya, East`, `a bot, West`."""
        if info.occupant == "person":
            who = shown(info.name or "")
        elif info.occupant == "bot":
            who = self.texts.say("a bot")
        else:
            who = self.texts.say("nobody yet")
        return f"{who}, {self.direction(seat)}"

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


def places_in(view: View, texts: Texts) -> Places:
    """The seats of a table; seen from seat 0 by somebody who does not sit."""
    if view.you is None:
        return Places(texts, 0, seated=False)
    return Places(texts, view.you)
