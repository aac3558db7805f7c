"""A bot at a table of a server: it wants each deal, and answers when it is asked.

The session underneath comes back by itself when the connection is lost; here is what a
player does with what it tells. What happens is heard in its order, and nothing is done
before all of it was heard that is known.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never

from protocol.bots import DeclareMove, DiscardMove, PlayMove, asked_view
from protocol.to_client import Refused
from protocol.to_server import Back, Declare, Discard, Play, Reply, Skip, Start
from protocol.updates import (
    Answered,
    Changed,
    Ended,
    Gone,
    Lost,
    NoAnswerError,
    Online,
    Overrun,
    Replaced,
    SessionEndedError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from protocol.bot_seat import BotSeat
    from protocol.bots import BotView, Move
    from protocol.client import Session
    from protocol.fold import Known
    from protocol.to_server import Command, TurnCommand
    from protocol.updates import Update
    from protocol.views import DealView

ENTROPY_BYTES: Final = 32
LOST_S: Final = 30.0
"""How long a lost connection is waited for, unless told otherwise."""
REFUSED_IN_A_ROW: Final = 3
"""So many moves that the table does not take, one after another, end the game."""
_SHARE_OF_CLOCK: Final = 0.8
"""Where the table has a clock, the rest of a turn's time is for the way to it."""


class Over(Enum):
    """Why a bot cannot go on at a table."""

    SEAT_LOST = "the server knows this session no longer"
    GONE = "the session follows the table no longer"
    CLOSED = "the table is closed"
    ENDED = "the session is over"
    REFUSED = "the server refuses again and again"


class GameOverError(Exception):
    """The bot cannot go on at this table.

    Args:
        over: Why.
        code: The refusal, or the error code, behind it, where there is one.
        ended: The end of the session, if it was that.
    """

    def __init__(self, over: Over, code: str = "", ended: Ended | None = None) -> None:
        super().__init__(over.value)
        self.over = over
        self.code = code
        self.ended = ended


class LostError(Exception):
    """The server is away and did not come back in time."""


class GameListener:
    """Hears of everything, in the order in which it happens; does nothing by itself."""

    async def heard(self, update: Update) -> None:
        """Something was told."""

    async def chance_added(self, number: int, entropy: bytes) -> None:
        """The table has taken these random bytes for the deal of this number."""

    async def deal_over(self, known: Known, deal: DealView) -> None:
        """A deal is settled."""

    async def turn_lost(self, why: str) -> None:
        """The bot has lost a turn to the fallback."""


class BotGame:
    """Plays deals at a table where the session has a seat.

    Args:
        session: Nobody else may take its updates.
        table: The table.
        seat: Who answers.
        listeners: Who hears what happens.
        deals: How many to play; None for what is left of the table's match.
        lost_s: How long a lost connection is waited for.
    """

    def __init__(  # noqa: PLR0913 - all but the first are named by the caller
        self,
        session: Session,
        *,
        table: str,
        seat: BotSeat,
        listeners: Sequence[GameListener] = (),
        deals: int | None = 1,
        lost_s: float = LOST_S,
    ) -> None:
        self._session = session
        self._table = table
        self._seat = seat
        self._listeners = tuple(listeners)
        self._deals = deals
        self._lost_s = lost_s
        self._known: Known | None = None
        """What was known after the last thing that was heard."""
        self._running: int | None = None
        """The number of the deal that runs, as far as this bot has seen."""
        self._played = 0
        self._waits_for = 0
        """The version that has to be known before anything else is done."""
        self._done_at: int | None = None
        """The version at which what was to be done has been done."""
        self._refused = 0

    async def run(self) -> None:
        """Play until the deals are over.

        Raises:
            GameOverError: The table or the seat is gone, or the session is over.
            LostError: The connection is lost and did not come back.
        """
        loop = asyncio.get_running_loop()
        over = False
        try:
            async with asyncio.timeout(None) as patience:
                while not over:
                    update = await anext(self._session)
                    if isinstance(update, Lost) and patience.when() is None:
                        patience.reschedule(loop.time() + self._lost_s)
                    elif isinstance(update, Online):
                        patience.reschedule(None)
                    over = await self._is_over_after(update)
        except TimeoutError:
            raise LostError from None

    async def _is_over_after(self, update: Update) -> bool:
        for listener in self._listeners:
            await listener.heard(update)
        match update:
            case Online(same_session=False, away_ms=int()):
                raise GameOverError(Over.SEAT_LOST)
            case Gone(table=self._table, code=code):
                raise GameOverError(Over.GONE, code)
            case Ended():
                raise GameOverError(Over.ENDED, ended=update)
            case Replaced(known=known) if known.view.table == self._table:
                # Versions may count anew: what was done before says nothing now.
                self._known, self._waits_for, self._done_at = known, 0, None
            case Changed(known=known) if known.view.table == self._table:
                self._known = known
            case Overrun():
                self._known = self._session.known(self._table)
                self._waits_for, self._done_at = 0, None
            case Answered(answer=Refused() as refused):
                await self._was_refused(refused)
            case _:
                pass
        return self._known is not None and await self._is_over_at(self._known)

    async def _is_over_at(self, known: Known) -> bool:
        deal = known.view.deal
        if deal is not None and deal.settlement is None and deal.deal != self._running:
            self._running = deal.deal
            self._seat.new_deal()
        if deal is not None and deal.settlement and deal.deal == self._running:
            self._running = None
            self._played += 1
            for listener in self._listeners:
                await listener.deal_over(known, deal)
            if self._has_enough(known):
                return True
        if known.view.closed is not None:
            raise GameOverError(Over.CLOSED, known.view.closed)
        version = known.mark.version
        is_next = version >= self._waits_for and version != self._done_at
        now = self._session.known(self._table)
        if is_next and now is not None and now.mark == known.mark:
            self._done_at = version
            await self._act(known)
        return False

    def _has_enough(self, known: Known) -> bool:
        if self._deals is not None:
            return self._played >= self._deals
        return known.view.deals_played >= known.view.options.deals

    async def _act(self, known: Known) -> None:
        """Do what this seat is to do now, if anything."""
        you, table, at = known.view.you, self._table, known.mark.version
        if you is None:
            return
        seat, deal, view = known.view.seats[you], known.view.deal, asked_view(known)
        if known.situation.asked is not None:
            # A bot minds: what it has seen cannot be unseen, and cards are quick.
            await self._give(lambda n: Reply(n=n, table=table, agrees=False, at=at))
        elif view is not None:
            move = await self._move(view, known)
            await self._give(lambda n: _command(n, table, move, at))
        elif deal is None or deal.settlement is not None:
            if not seat.ready:
                entropy = secrets.token_bytes(ENTROPY_BYTES)
                if await self._give(lambda n: Start(n=n, table=table, entropy=entropy)):
                    await self._tell_chance(known.view.deals_played + 1, entropy)
        elif seat.control == "bot":
            await self._give(lambda n: Back(n=n, table=table))

    async def _tell_chance(self, number: int, entropy: bytes) -> None:
        for listener in self._listeners:
            await listener.chance_added(number, entropy)

    async def _move(self, view: BotView, known: Known) -> Move:
        turn_ms = known.view.options.turn_ms
        most_s = _SHARE_OF_CLOCK * turn_ms / 1_000 if turn_ms else math.inf
        lost = self._seat.tally.all_lost
        move = await self._seat.move(view, most_s)
        if self._seat.tally.all_lost > lost:
            for listener in self._listeners:
                await listener.turn_lost(self._seat.trouble)
        return move

    async def _give(self, build: Callable[[int], Command]) -> bool:
        """Give a command; whether the table is known to have taken it."""
        try:
            # News that the connection is lost is only heard once this is over.
            wait_s = min(self._lost_s, LOST_S)
            answer = await self._session.command(build, wait_s=wait_s)
        except NoAnswerError as fault:
            if not fault.sent:
                self._done_at = None  # it is to be done again, once that can be
            return False
        except SessionEndedError:
            return False  # what has become of the session is told next
        if isinstance(answer, Refused):
            await self._was_refused(answer)
            return False
        self._refused = 0
        self._waits_for = answer.version or 0
        return True

    async def _was_refused(self, refused: Refused) -> None:
        """Look at the whole table again: it is not as it seemed, or it has moved on."""
        self._refused += 1
        if self._refused >= REFUSED_IN_A_ROW:
            raise GameOverError(Over.REFUSED, refused.code)
        with suppress(SessionEndedError):
            await self._session.refresh(self._table)


def _command(n: int, table: str, move: Move, at: int) -> TurnCommand:
    match move:
        case DiscardMove(cards):
            return Discard(n=n, table=table, cards=cards, at=at)
        case DeclareMove(wish=True):
            return Declare(n=n, table=table, at=at)
        case DeclareMove():
            return Skip(n=n, table=table, at=at)
        case PlayMove(card):
            return Play(n=n, table=table, card=card, at=at)
        case _:
            assert_never(move)
