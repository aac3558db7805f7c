"""The two sides of the arena: a built-in level, or the bot in a file.

Each seat of each deal gets a player of its own, so that partners share nothing but what
lies on the table; what becomes of their turns is counted for the side.
"""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from client_cli.offline.wire_views import action_of, bot_view
from engine.players.decision_seeds import BOT_SEED_BYTES
from engine.view import view_of
from protocol.bot_seat import BotSeat, Tally
from protocol.bot_thread import BotThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.actions import Action
    from engine.deal import DealState
    from engine.players.player import Player
    from engine.seats import Seat
    from protocol.bots import Bot


def arena_bot_seed(seed: str, number: int) -> bytes:
    """The chance of the levels in the deal of this number, at both tables."""
    drawn = hashlib.sha256(f"bots:{seed}:{number}".encode()).digest()
    return drawn[:BOT_SEED_BYTES]


class SeatPlayer(ABC):
    """Acts for one seat through one deal."""

    @abstractmethod
    async def action(self, state: DealState, seat: Seat, number: int) -> Action:
        """What the seat on turn does; always something that the rules allow."""

    @abstractmethod
    def close(self) -> None:
        """The deal is over."""


class Contender(ABC):
    """One side of the arena.

    Args:
        name: What it is called in the report.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.tally = Tally()

    @abstractmethod
    def take_seat(self) -> SeatPlayer:
        """A new player for one seat of one deal."""


class LevelContender(Contender):
    """A built-in level.

    Args:
        name: What it is called in the report.
        player: Who answers.
        seed: Of the arena; the player's chance follows from it.
        now_s: What its time is counted by: the processor's, so that a busy machine
            makes no difference.
    """

    def __init__(
        self,
        name: str,
        player: Player,
        seed: str,
        now_s: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(name)
        self._player = player
        self._seed = seed
        self._now_s = now_s

    def take_seat(self) -> SeatPlayer:
        """See `Contender.take_seat`."""
        return _LevelSeat(self, self._player, self._seed, self._now_s)


class _LevelSeat(SeatPlayer):
    def __init__(
        self, side: Contender, player: Player, seed: str, now_s: Callable[[], float]
    ) -> None:
        self._tally = side.tally
        self._player = player
        self._seed = seed
        self._now_s = now_s

    async def action(self, state: DealState, seat: Seat, number: int) -> Action:
        view = view_of(state, seat)
        bot_seed = arena_bot_seed(self._seed, number)
        begun_s = self._now_s()
        action = self._player.choose(view, bot_seed)
        self._tally.asked += 1
        self._tally.times_s.append(self._now_s() - begun_s)
        return action

    def close(self) -> None:
        """Everything is counted already."""


class BotContender(Contender):
    """The bot in a file.

    Args:
        name: What it is called in the report.
        new_bot: Makes a bot.
        limit_s: Time for a move.
    """

    def __init__(self, name: str, new_bot: Callable[[], Bot], limit_s: float) -> None:
        super().__init__(name)
        self._new_bot = new_bot
        self._limit_s = limit_s

    def take_seat(self) -> SeatPlayer:
        """See `Contender.take_seat`."""
        thread = BotThread(self._new_bot())
        return _BotSeat(thread, BotSeat(thread, limit_s=self._limit_s), self.tally)


class _BotSeat(SeatPlayer):
    def __init__(self, thread: BotThread, seat: BotSeat, tally: Tally) -> None:
        self._thread = thread
        self._seat = seat
        self._tally = tally

    async def action(self, state: DealState, seat: Seat, number: int) -> Action:
        return action_of(await self._seat.move(bot_view(state, seat, number)), seat)

    def close(self) -> None:
        self._thread.close()
        self._tally.add(self._seat.tally)
