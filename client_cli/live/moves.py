"""The moves of one's own seat, on their way to the table.

Only what is asked of the seat is sent. What certainly is not its turn is answered here;
all else is left to the server's judgement.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from client_cli.cards import ANY_MOOR, MOORS, on_screen
from client_cli.live.happenings import Aim, Order
from client_cli.live.questions import turn_line
from client_cli.live.vocabulary import spoken
from protocol.to_server import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.fold import Known
    from protocol.to_client import Answer


class Result(Enum):
    """What came of a typed line."""

    FINE = "granted, answered, or on its way"
    WRONG = "not understood, or not possible now"
    LEAVE = "the person leaves for good"
    NEXT_DEAL = "the person wants the next deal"


class Moves:
    """Makes moves for one seat."""

    def __init__(self, parts: Parts, seat: OwnSeat) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat

    def play(self, code: str) -> Result:
        """Play a card, with the signal that waits for it."""
        sign, self._seat.sign = self._seat.sign, None
        return self._move(
            lambda table: self._parts.session.play(table, code, sign),
            on_screen(code),
            (code,),
        )

    def declare(self) -> Result:
        """Declare everything."""
        return self._move(self._parts.session.declare, spoken("declare", self._texts))

    def skip(self) -> Result:
        """Declare nothing."""
        return self._move(self._parts.session.skip, spoken("skip", self._texts))

    def discard(self, codes: tuple[str, ...]) -> Result:
        """Lay cards away, without asking again."""
        return self._move(
            lambda table: self._parts.session.discard(table, codes),
            " ".join([spoken("discard", self._texts), *map(on_screen, codes)]),
            codes,
        )

    def reply(self, *, agrees: bool) -> Result:
        """Answer the wish of another seat."""
        table = self._seat.table
        self._parts.happenings.send(
            lambda: self._parts.session.command(
                lambda n: Reply(n=n, table=table, agrees=agrees)
            ),
            Order(Aim.REPLY, spoken("yes" if agrees else "no", self._texts)),
        )
        return Result.FINE

    def not_now(self) -> str:
        """Why nothing can be moved at the moment."""
        known = self._seat.known
        if known is None or self._seat.busy:
            return self._texts.say("One moment: the table has not answered yet.")
        return " ".join([self._texts.say("Not now."), turn_line(known, self._texts)])

    def _move(
        self,
        command: Callable[[str], Coroutine[None, None, Answer]],
        typed: str,
        cards: tuple[str, ...] = (),
    ) -> Result:
        if not self._seat.is_asked:
            self._parts.screen.complain([self.not_now()])
            return Result.WRONG
        self._seat.busy = True
        if not self._parts.session.online:
            line = self._texts.say(
                "The server is away: {typed} is sent when it is back.", typed=typed
            )
            self._parts.screen.note(line)
        order = Order(Aim.MOVE, typed, cards)
        self._parts.happenings.send(lambda: command(self._seat.table), order)
        return Result.FINE


def own_moor(typed: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """The codes with one's own lowest Moors for `MR`, those that fit now first."""
    situation, deal = known.situation, known.view.deal
    hand = () if deal is None else deal.hand or ()
    usable = [*situation.legal, *situation.discardable]
    free = sorted(
        (moor for moor in MOORS if moor in hand and moor not in typed),
        key=lambda moor: moor not in usable,
    )
    codes: list[str] = []
    for code in typed:
        if code == ANY_MOOR:
            codes.append(free.pop(0) if free else MOORS[0])
        else:
            codes.append(code)
    return tuple(codes)
