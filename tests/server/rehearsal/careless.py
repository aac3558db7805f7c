"""A client that plays, and minds nothing of what can go wrong."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Mapping

PATIENCE_S = 0.5
KNOWN_FIELDS = {"op", "table", "epoch", "first", "token", "at", "items", "situation"}
DROPPED_S = 0.05


class DropsItError(Exception):
    """It does not understand, and gives the connection up."""


@dataclass
class Careless:
    """One that connects again and again, whatever it is told.

    Args:
        url: Where it connects.
        table: Where it sits.
        cheats: Whether it tries cards that it may not play.
        keeps_token: Whether it says hello with the first token that it was ever given.
        is_hasty: Whether it sends the same command again at once, without a wait.
    """

    url: str
    table: str
    cheats: bool = False
    keeps_token: bool = False
    is_hasty: bool = False
    token: bytes | None = None
    number: int = 0
    snapshots: int = 0
    hand: list[str] = field(default_factory=list)
    legal: list[str] = field(default_factory=list)
    link: ClientConnection | None = None
    last: dict[str, Any] = field(default_factory=dict)

    async def play(self) -> None:
        """Connect and play until cancelled."""
        while True:
            with suppress(ConnectionClosed, DropsItError, OSError):
                async with connect(self.url, compression=None, proxy=None) as link:
                    self.link = link
                    await self._say(
                        op="hello",
                        versions=[1, 1],
                        client="careless",
                        resume=self.token,
                    )
                    await self._listen(link)
            await asyncio.sleep(DROPPED_S)

    async def _listen(self, link: ClientConnection) -> None:
        self.number = 0
        while True:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    frame = await link.recv(decode=False)
            except TimeoutError:
                await self._command(op="back")  # without an answer to the last one
                continue
            await self._take(msgpack.unpackb(frame))

    async def _take(  # noqa: C901, PLR0912 - one case for each kind
        self, message: Any
    ) -> None:
        match message:
            case {"op": "welcome"}:
                self._look_for_news(message, set(message) - {"further"})
                if self.keeps_token and self.token is None:
                    self.token = message["resume"]
                await self._command(op="sit")
            case {"op": "snapshot", "view": view, "situation": situation}:
                self.snapshots += 1
                if self.snapshots > 1:
                    raise DropsItError
                self.hand = view["deal"]["hand"] if view["deal"] else []
                await self._act(view["you"], situation)
            case {"op": "events", "items": items, "situation": situation}:
                self._look_for_news(message, KNOWN_FIELDS)
                for item in items:
                    self._look_at(item)
                if situation is not None:
                    await self._act(0, situation)
            case {"op": "refused", "n": number} if (
                self.is_hasty and number == self.last["n"]
            ):
                await self._say(**self.last)
            case {"op": "refused", "code": "E_BUSY" | "E_STORE_AWAY" | "E_STORE_FULL"}:
                await self._command(op="back")
            case {"op": "refused"} if self.cheats:
                self.cheats = False
                await self._command(op="play", card=self.legal[0])
            case {"op": "refused"}:
                pass
            case {"op": "ok" | "store" | "goaway" | "error"}:
                pass
            case _:
                raise DropsItError

    def _look_for_news(self, message: Mapping[str, object], known: set[str]) -> None:
        if set(message) - known:
            raise DropsItError

    def _look_at(self, item: Mapping[str, Any]) -> None:
        match item:
            case {"kind": "fireworks"}:
                raise DropsItError
            case {"kind": "deal_started", "hand": hand}:
                self.hand = hand
            case _:
                pass

    async def _act(self, seat: int, situation: Mapping[str, Any]) -> None:
        if situation["turn"] != seat:
            return
        if situation["discardable"]:
            await self._command(op="discard", cards=situation["discardable"][:2])
        elif situation["offer"] is not None:
            await self._command(op="skip")
        else:
            self.legal = situation["legal"]
            wrong = [card for card in self.hand if card not in self.legal]
            cards = wrong if self.cheats and wrong else self.legal
            await self._command(op="play", card=cards[0])

    async def _command(self, **fields: Any) -> None:
        self.number += 1
        self.last = {"n": self.number, "table": self.table, **fields}
        await self._say(**self.last)

    async def _say(self, **message: Any) -> None:
        assert self.link is not None
        await self.link.send(msgpack.packb(message))
