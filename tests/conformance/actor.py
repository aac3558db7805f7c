"""One who speaks in a dialogue: a connection, and what was told over it.

Everything is taken as it comes from the wire. What is known of tables is folded as any
client would do it, so that a dialogue can go on with a card that is allowed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine.cards import CARD_CODES
from protocol.codec import decode_to_client
from protocol.fold import Gap, Known, fold
from protocol.to_client import Events, Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

WAIT_S: Final = 15.0
"""For any answer."""
_PLACE_S: Final = 90.0
"""For a server that lets in only so many connections a minute."""
_TRY_AGAIN_S: Final = 1.0
_NOT_NOW: Final = frozenset({429, 503})
NEWS: Final = frozenset({"events", "snapshot", "said", "lobby", "store"})
"""What may come at any time, between a question and its answer."""


class Departure(Exception):  # noqa: N818 - what a dialogue finds
    """A server that does not say what it must."""


class Actor:
    """One of those who speak."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0
        """The command number used last."""
        self.token: bytes | None = None
        self.known: dict[str, Known] = {}
        self._link: ClientConnection | None = None

    # ------------------------------------------------------------ the connection

    async def connect(self, url: str) -> None:
        """Open a connection; wait while the server takes no more of them."""
        async with asyncio.timeout(_PLACE_S):
            while True:
                try:
                    self._link = await connect(
                        url, compression=None, proxy=None, max_size=None
                    )
                except InvalidStatus as refused:
                    if refused.response.status_code not in _NOT_NOW:
                        raise
                    await asyncio.sleep(_TRY_AGAIN_S)
                else:
                    return

    async def say(self, frame: bytes | str) -> None:
        """Send a frame; that the server has closed meanwhile shows when one listens."""
        try:
            await self._open.send(frame)
        except ConnectionClosed:
            return

    async def hear(self) -> dict[str, Any]:
        """The next message.

        Raises:
            Departure: None comes, or what comes is none.
        """
        try:
            async with asyncio.timeout(WAIT_S):
                frame = await self._open.recv()
        except TimeoutError:
            raise Departure(f"{self.name} hears nothing for {WAIT_S:.0f} s") from None
        except ConnectionClosed:
            raise Departure(
                f"{self.name}'s connection ends with {self._open.close_code}"
            ) from None
        message = msgpack.unpackb(frame) if isinstance(frame, bytes) else frame
        if not isinstance(frame, bytes) or not isinstance(message, dict):
            raise Departure(f"{self.name} hears no message but {message!r}")
        self._fold(frame)
        return message

    async def end(self) -> int:
        """Listen until the server ends the connection: its close code."""
        try:
            async with asyncio.timeout(WAIT_S):
                while True:
                    await self._open.recv()
        except TimeoutError:
            raise Departure(f"{self.name}'s connection does not end") from None
        except ConnectionClosed:
            return self._open.close_code or 0

    def cut(self) -> None:
        """Lose the connection without a word."""
        if self._link is not None:
            self._link.transport.abort()

    @property
    def _open(self) -> ClientConnection:
        if self._link is None:
            raise Departure(f"{self.name} is not connected: a fault in the dialogue")
        return self._link

    # ---------------------------------------------------------- what one knows

    def _fold(self, frame: bytes) -> None:
        message = decode_to_client(frame)
        if isinstance(message, Events | Snapshot):
            known = fold(self.known.get(message.table), message)
            if not isinstance(known, Gap):
                self.known[message.table] = known

    async def until(self, table: str, holds: Callable[[Known], bool]) -> Known:
        """Listen until something holds at a table."""
        while table not in self.known or not holds(self.known[table]):
            await self.hear()
        return self.known[table]

    def word(self, name: str, table: str) -> Any:
        """The value of a name that says something of this actor.

        Raises:
            KeyError: It says nothing.
        """
        match name:
            case "next":
                self.number += 1
                return self.number
            case "last":
                return self.number
            case "token":
                return self.token
            case _:
                return _OF_TABLE[name](self.known[table])


def illegal_cards(known: Known) -> list[str]:
    """Cards in one's hand that may not be played now."""
    return [card for card in _hand(known) if card not in known.situation.legal]


def _hand(known: Known) -> tuple[str, ...]:
    deal = known.view.deal
    return () if deal is None else deal.hand or ()


def _foreign_card(known: Known) -> str:
    """A card that one does not hold, and did not see fall."""
    deal = known.view.deal
    tricks = () if deal is None else deal.tricks
    seen = {card for trick in tricks for card in trick.cards} | {*_hand(known)}
    return next(card for card in CARD_CODES if card not in seen)


def _protected_cards(known: Known) -> list[str]:
    """Two cards of which one may not be discarded."""
    allowed = known.situation.discardable
    kept = [card for card in _hand(known) if card not in allowed]
    return [kept[0], allowed[0]]


_OF_TABLE: Final[dict[str, Callable[[Known], Any]]] = {
    "at": lambda known: known.mark.version,
    "epoch": lambda known: known.mark.epoch,
    "mark_token": lambda known: known.mark.token,
    "seat": lambda known: known.view.you,
    "legal": lambda known: known.situation.legal[0],
    "illegal": lambda known: illegal_cards(known)[0],
    "held": lambda known: _hand(known)[0],
    "foreign": _foreign_card,
    "discardable": lambda known: list(known.situation.discardable[:2]),
    "protected": _protected_cards,
}
"""What names say of a table."""
