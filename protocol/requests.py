"""Every request of the protocol as one call: what carries no number and needs no answer.

Sending one twice does no harm, so a session sends what still matters again on each new
connection by itself. What comes of a request comes as updates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from protocol.previews import Preview
from protocol.to_server import (
    Hint,
    Lobby,
    Mute,
    Past,
    Unwatch,
)

if TYPE_CHECKING:
    from engine.seats import Seat
    from protocol.to_server import Question, StandingRequest


class Requests(ABC):
    """What a person or a bot can ask of a server besides commands."""

    @abstractmethod
    async def request(self, message: StandingRequest | Question) -> None:
        """Ask for something, now or as soon as the session is online.

        Raises:
            SessionEndedError: The session is over.
        """

    async def lobby(self, *, follow: bool, only: Lobby | None = None) -> None:
        """Ask for the open tables, once or, to `follow` them, from now on.

        The list comes as `LobbyChanged` updates.

        Args:
            follow: Whether changes are wanted as well.
            only: Which tables, if not all.
        """
        wish = Lobby() if only is None else only
        await self.request(wish.model_copy(update={"follow": follow}))

    async def mute(self, table: str, seat: Seat | None = None, *, on: bool) -> None:
        """Hear the person at a seat no more, or again; without a seat, everybody."""
        await self.request(Mute(table=table, seat=seat, on=on))

    async def unwatch(self, table: str) -> None:
        """Look on no longer at a table at which one does not sit; see `refresh`."""
        await self.request(Unwatch(table=table))

    async def past(self, table: str, after: int | None = None) -> None:
        """Ask for the next part of the running deal, see `Past`, while online.

        It comes as a `PastTold` update; where it cannot, as a `Notice` of an error that
        names the table. A connection that breaks first takes the question with it.

        Args:
            table: A table at which one sits or looks on.
            after: The version of the last item that was told; None from the beginning.
        """
        await self.request(Past(table=table, after=after))

    async def hint(self, table: str) -> None:
        """Ask what each thing that one may do now is worth, see `Hint`, while online.

        It comes as a `HintTold` update, also where there is no hint. A connection that
        breaks first takes the question with it.
        """
        await self.request(Hint(table=table))

    async def preview(self, table: str, cards: tuple[str, ...]) -> None:
        """Ask what could be declared without two cards, see `Preview`, while online.

        It comes as a `PreviewTold` update, also where the question is refused. A
        connection that breaks first takes the question with it.
        """
        await self.request(Preview(table=table, cards=cards))
