"""Every command of the protocol as one call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from protocol.options import Options
from protocol.to_server import (
    Back,
    Claim,
    Create,
    Declare,
    Discard,
    Kick,
    Leave,
    Pause,
    Play,
    Quick,
    Reply,
    Say,
    Sit,
    Skip,
    Start,
    Undo,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.seats import Seat
    from protocol.fold import Known
    from protocol.to_client import Answer
    from protocol.to_server import Command, Phrase, Sign


class Commands(ABC):
    """What a person or a bot can ask of a server.

    Commands for a turn, a question or a person say which version of the table they were
    chosen at, so that a command that is sent again after a long cut never counts for a
    later one.
    """

    @abstractmethod
    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        """Send a command and wait for its answer.

        Args:
            build: Makes the command from its number.
            wait_s: How long to wait; None for the session's usual time.

        Returns:
            `Ok`, or `Refused` when nothing was changed.

        Raises:
            NoAnswerError: Not answered in time; says whether it may still count.
            SessionEndedError: The session is over.
            TooManyCommandsError: Too many commands wait already.
            ValueError: The command is malformed; nothing was sent.
        """

    @abstractmethod
    def known(self, table: str) -> Known | None:
        """What is known of a table."""

    # ------------------------------------------------------------ to and from tables

    async def create(self, options: Options | None = None) -> Answer:
        """Open a table; the answer's `table` is its id."""
        wanted = Options() if options is None else options
        return await self.command(lambda n: Create(n=n, options=wanted))

    async def quick(
        self,
        options: Options | None = None,
        entropy: bytes | None = None,
        *,
        extra_time: bool = False,
    ) -> Answer:
        """Sit down where people wait, or at a table of one's own with these options.

        The answer's `table` says where; the session follows it from then on.
        """
        wanted = Options() if options is None else options
        return await self.command(
            lambda n: Quick(n=n, options=wanted, entropy=entropy, extra_time=extra_time)
        )

    async def sit(
        self,
        table: str,
        seat: Seat | None = None,
        entropy: bytes | None = None,
        *,
        password: str = "",
        extra_time: bool = False,
    ) -> Answer:
        """Take a seat, or the first free one; the session follows the table.

        After too many wrong passwords the answer is a refusal with `E_RATE`, and
        `retry_ms` in its arguments: whether to try again then is for a person to say.
        """
        return await self.command(
            lambda n: Sit(
                n=n,
                table=table,
                seat=seat,
                entropy=entropy,
                password=password,
                extra_time=extra_time,
            )
        )

    async def leave(self, table: str) -> Answer:
        """Give the seat up for good."""
        return await self.command(lambda n: Leave(n=n, table=table))

    async def back(self, table: str) -> Answer:
        """Act again in place of the bot that took over."""
        return await self.command(lambda n: Back(n=n, table=table))

    # ---------------------------------------------------------------- between deals

    async def start(self, table: str, entropy: bytes | None = None) -> Answer:
        """Ask for the next deal; with bots in the empty seats when all have asked."""
        return await self.command(lambda n: Start(n=n, table=table, entropy=entropy))

    async def kick(self, table: str, seat: Seat) -> Answer:
        """Want the person at a seat to leave."""
        at = self._version_of(table)
        return await self.command(lambda n: Kick(n=n, table=table, seat=seat, at=at))

    # --------------------------------------------------------------------- one's turn

    async def discard(self, table: str, cards: tuple[str, ...]) -> Answer:
        """Lay two cards away, as the dealer."""
        at = self._version_of(table)
        return await self.command(
            lambda n: Discard(n=n, table=table, cards=cards, at=at)
        )

    async def declare(self, table: str) -> Answer:
        """Declare every combination of the hand."""
        at = self._version_of(table)
        return await self.command(lambda n: Declare(n=n, table=table, at=at))

    async def skip(self, table: str) -> Answer:
        """Declare nothing in this deal."""
        at = self._version_of(table)
        return await self.command(lambda n: Skip(n=n, table=table, at=at))

    async def play(self, table: str, card: str, sign: Sign | None = None) -> Answer:
        """Play a card, with a signal to the partner where that is allowed."""
        at = self._version_of(table)
        return await self.command(
            lambda n: Play(n=n, table=table, card=card, at=at, sign=sign)
        )

    # ------------------------------------------------------------------- agreements

    async def pause(self, table: str, *, wish: bool) -> Answer:
        """Want a pause, or no longer."""
        return await self.command(lambda n: Pause(n=n, table=table, wish=wish))

    async def undo(self, table: str) -> Answer:
        """Want the card back that one has just played."""
        at = self._version_of(table)
        return await self.command(lambda n: Undo(n=n, table=table, at=at))

    async def claim(self, table: str, *, ours: bool) -> Answer:
        """Say that one's team gets all the tricks that are left, or none of them."""
        at = self._version_of(table)
        return await self.command(lambda n: Claim(n=n, table=table, ours=ours, at=at))

    async def reply(self, table: str, *, agrees: bool) -> Answer:
        """Agree, or not, to the undo or the claim that is being asked."""
        at = self._version_of(table)
        return await self.command(
            lambda n: Reply(n=n, table=table, agrees=agrees, at=at)
        )

    # -------------------------------------------------------------------------- talk

    async def say(
        self, table: str, *, phrase: Phrase | None = None, text: str | None = None
    ) -> Answer:
        """Say either a phrase or a text at a table."""
        return await self.command(
            lambda n: Say(n=n, table=table, phrase=phrase, text=text)
        )

    def _version_of(self, table: str) -> int | None:
        known = self.known(table)
        return None if known is None else known.mark.version
