"""A client that takes no word for granted, and keeps every frame that it saw.

Frames of the server are read as strictly as those of clients: a field too many, one too
few or one of another value than its model gives back is a fault.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Unknown, decode_to_client, encode_to_server
from protocol.codes import Advice, advice_for
from protocol.fold import Gap, Known, fold
from protocol.to_client import Events, Ok, Refused, Snapshot, ToClient, Welcome
from protocol.to_server import Hello

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from protocol.to_client import Answer
    from protocol.to_server import Command, ToServer

WAIT_S = 20.0


@dataclass
class Tape:
    """Frames in the order in which they were seen, of all clients of a server."""

    frames: list[bytes] = field(default_factory=list)


class Talker:
    """One client on one connection at a time."""

    def __init__(self, name: str, tape: Tape) -> None:
        self.name = name
        self.heard: list[ToClient] = []
        self.known: dict[str, Known] = {}
        self.token: bytes | None = None
        self.number = 0
        self._tape = tape
        self._link: ClientConnection | None = None

    @asynccontextmanager
    async def online(self, url: str) -> AsyncIterator[Welcome]:
        """A connection, from its hello on; it ends without a word."""
        async with connect(url, compression=None, proxy=None) as self._link:
            await self.say(
                Hello(
                    versions=(1, 1),
                    client="tarocco/0.1",
                    name=self.name,
                    resume=self.token,
                )
            )
            welcome = await self.until_heard(Welcome)
            self.token = welcome.resume
            self.number = welcome.last_n
            yield welcome
            self._link.transport.abort()

    async def say(self, message: ToServer) -> None:
        """Send a message."""
        await self.say_bytes(encode_to_server(message))

    async def say_bytes(self, frame: bytes) -> None:
        """Send a frame, whatever it is."""
        assert self._link is not None
        self._tape.frames.append(frame)
        await self._link.send(frame)

    async def ask(self, command: Command) -> Answer:
        """Send a command under the next number until it is answered for good."""
        self.number += 1
        command = command.model_copy(update={"n": self.number})
        while True:
            await self.say(command)
            answer = await self._answer_to(command)
            if isinstance(answer, Ok) or advice_for(answer.code) is not Advice.RESEND:
                return answer
            wait_ms = answer.args["retry_ms"]
            assert isinstance(wait_ms, int)
            await asyncio.sleep(wait_ms / 1_000)

    async def _answer_to(self, command: Command) -> Answer:
        while True:
            message = await self.hear()
            if isinstance(message, Ok | Refused) and message.n == command.n:
                return message

    async def grant(self, command: Command) -> Ok:
        """Send a command that has to count."""
        answer = await self.ask(command)
        assert isinstance(answer, Ok), (self.name, answer)
        return answer

    async def refusal(self, command: Command) -> str:
        """Send a command that has to be refused: the code."""
        answer = await self.ask(command)
        assert isinstance(answer, Refused), (self.name, answer)
        return answer.code

    async def hear(self) -> ToClient:
        """The next message, folded into what is known of its table."""
        assert self._link is not None
        async with asyncio.timeout(WAIT_S):
            frame = await self._link.recv(decode=False)
        self._tape.frames.append(frame)
        message = read_strictly(frame)
        self.heard.append(message)
        if isinstance(message, Events | Snapshot):
            known = fold(self.known.get(message.table), message)
            assert not isinstance(known, Gap), (self.name, known)
            self.known[message.table] = known
        return message

    async def until_heard(self, kind: type[Any], **fields: object) -> Any:
        """Listen up to a message of this kind, with these fields."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and all(
                getattr(message, name) == value for name, value in fields.items()
            ):
                return message

    async def until(self, table: str, holds: Callable[[Known], bool]) -> Known:
        """Listen until something holds at a table."""
        while table not in self.known or not holds(self.known[table]):
            await self.hear()
        return self.known[table]

    async def up_to(self, table: str, version: int | None) -> Known:
        """Listen until a version of a table is known."""
        least = version or 0
        return await self.until(table, lambda known: known.mark.version >= least)

    async def end(self) -> int:
        """Listen to the end of the connection: its close code."""
        assert self._link is not None
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
            return self._link.close_code or 0


def read_strictly(frame: bytes) -> ToClient:
    """The message in a frame, which must hold exactly what its model gives back."""
    message = decode_to_client(frame)
    assert not isinstance(message, BadMessage | Unknown), (message, frame)
    raw = msgpack.unpackb(frame)
    plain = msgpack.unpackb(msgpack.packb(message.model_dump()))
    assert raw == plain, first_difference(raw, plain)
    return message


def first_difference(raw: Any, plain: Any, path: str = "") -> str:
    """Where two plain values part."""
    if isinstance(raw, dict) and isinstance(plain, dict):
        if raw.keys() != plain.keys():
            return f"{path}: {sorted(raw.keys() ^ plain.keys())}"
        parts = [(raw[key], plain[key], f"{path}.{key}") for key in raw]
    elif isinstance(raw, list) and isinstance(plain, list) and len(raw) == len(plain):
        parts = [
            (one, other, f"{path}[{index}]")
            for index, (one, other) in enumerate(zip(raw, plain, strict=True))
        ]
    else:
        return f"{path}: {raw!r} is not {plain!r}"
    return next(
        first_difference(one, other, place)
        for one, other, place in parts
        if one != other
    )
