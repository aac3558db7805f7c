"""People at the door of a node, without sockets: messages in, messages out.

Each visitor is a connection of the server with a client's memory behind it: it counts
its commands, keeps its token, and reads what it is told as a client does.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from protocol.codec import encode_to_server
from protocol.codes import CloseCode
from protocol.fold import Known, fold
from protocol.options import Options
from protocol.to_client import Error, Events, Ok, Refused, Snapshot, ToClient, Welcome
from protocol.to_server import Create, Hello, Sit
from server.door.connection import Connection
from server.door.failed_logins import FailedLogins, FailureLimits
from server.door.service import Service
from server.hub.lobby import Lobby
from server.identity import Doorkeeper, Lifetimes
from server.settings import Settings
from tests.server.hub.nodes import World, world
from tests.support.fakes import SeededChance, read, settled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from protocol.to_server import Command, ToServer
    from server.logins import Logins
    from server.sessions import SessionStore
    from tests.server.hub.nodes import Node

_Kind = TypeVar("_Kind", bound="ToClient")
LIMITS = FailureLimits(per_connection=5, per_address=10, per_table=20)
DAY_MS = 24 * 3600 * 1000
LIFETIMES = Lifetimes(keep_ms=DAY_MS, age_ms=7 * DAY_MS)


@dataclass
class Visitor:
    """A client and its connection."""

    service: Service
    connection: Connection
    name: str
    told: list[ToClient] = field(default_factory=list)
    ended: CloseCode | None = None
    token: bytes = b""
    number: int = 0

    async def send(self, message: ToServer) -> list[ToClient]:
        """Send a message; what comes back at once."""
        return await self.send_bytes(encode_to_server(message))

    async def send_bytes(self, data: bytes) -> list[ToClient]:
        """Send bytes; what comes back at once."""
        await self.connection.take(data)
        return await self.hear()

    async def hear(self) -> list[ToClient]:
        """What has come since the last look."""
        await settled()
        heard: list[ToClient] = []
        outbox = self.connection.outbox
        while self.ended is None and (
            outbox._frames or outbox.is_closing or outbox._behind
        ):
            entry = await outbox.next()
            if entry is None:
                await self.connection.tell_all_whole()
            elif isinstance(entry, CloseCode):
                self.ended = entry
                await self.connection.aclose()
            else:
                heard.append(read(entry))
        self.told += heard
        return heard

    async def ask(self, kind: type[Command], **fields: Any) -> Ok | Refused:
        """Give a command under the next number; its answer."""
        self.number += 1
        return await self.repeat(kind(n=self.number, **fields))

    async def repeat(self, command: Command) -> Ok | Refused:
        """Send a command as it is; its answer."""
        heard = await self.send(command)
        (answer,) = [
            one for one in heard if isinstance(one, Ok | Refused) and one.n == command.n
        ]
        return answer

    async def cut(self) -> None:
        """Let the connection break."""
        await self.connection.aclose()
        await settled()

    def last(self, kind: type[_Kind]) -> _Kind:
        """The last message of a kind."""
        found = [one for one in self.told if isinstance(one, kind)]
        assert found, self.told
        return found[-1]

    def known(self, table: str) -> Known:
        """What the client knows of a table; no gap is allowed."""
        known: Known | None = None
        for message in self.told:
            if isinstance(message, Events | Snapshot) and message.table == table:
                outcome = fold(known, message)
                assert isinstance(outcome, Known), outcome
                known = outcome
        assert known is not None
        return known


@dataclass
class House:
    """A world whose nodes have doors."""

    world: World
    services: list[Service]

    def knock(self, node: int = 0, name: str = "Ada") -> Visitor:
        """A connection that has not said hello."""
        service = self.services[node]
        connection = Connection(service)
        service.connections.add(connection)
        return Visitor(service, connection, name)

    async def enter(
        self,
        name: str = "Ada",
        *,
        node: int = 0,
        resume: bytes | None = None,
        login: str | None = None,
    ) -> Visitor:
        """A connection that says hello and is let in, or not."""
        visitor = self.knock(node, name)
        await visitor.send(hello(name, resume, login))
        for message in visitor.told:
            if isinstance(message, Welcome):
                visitor.token = message.resume
                visitor.number = message.last_n
        return visitor

    async def back(self, visitor: Visitor, *, node: int = 0) -> Visitor:
        """The same person over a new connection, with the newest token."""
        return await self.enter(visitor.name, node=node, resume=visitor.token)

    async def opened(self, visitor: Visitor, **options: Any) -> str:
        """A table that this visitor has opened and sat down at."""
        answer = await visitor.ask(Create, options=Options(pace_ms=0, **options))
        assert isinstance(answer, Ok)
        assert answer.table is not None
        password = options.get("password", "")
        sat = await visitor.ask(Sit, table=answer.table, password=password)
        assert isinstance(sat, Ok), sat
        return answer.table


def hello(
    name: str | None = "Ada", resume: bytes | None = None, login: str | None = None
) -> Hello:
    """A hello of this version."""
    return Hello(
        versions=(1, 1), client="test/1", name=name, resume=resume, login=login
    )


def codes(heard: list[ToClient]) -> list[str]:
    """The codes of errors and refusals, in order."""
    return [one.code for one in heard if isinstance(one, Error | Refused)]


@asynccontextmanager
async def house(
    nodes: int = 1,
    *,
    ringing: bool = False,
    logins: Logins | None = None,
    **settings: Any,
) -> AsyncIterator[House]:
    """So many nodes with doors on one store."""
    async with world(nodes, ringing=ringing) as made:
        kept = Settings(**settings)
        services = [service_of(node, kept, made.store, logins) for node in made.nodes]
        yield House(made, services)


def service_of(
    node: Node,
    settings: Settings,
    sessions: SessionStore,
    logins: Logins | None = None,
) -> Service:
    """What the connections of a node share."""
    chance = SeededChance(1_000 + int(node.name[-1]))
    return Service(
        node=node.name,
        settings=settings,
        clock=node.clock,
        chance=chance,
        store_clock=node.store_clock,
        store=node.store,
        doorkeeper=Doorkeeper(
            sessions, chance, node.store_clock.now_ms, LIFETIMES, logins
        ),
        hub=node.hub,
        copies=node.copies,
        pulse=node.pulse,
        lobby=Lobby(node.store, node.clock),
        opener=node.opener,
        failed_logins=FailedLogins(node.store, node.clock, LIMITS),
        bots=node.bots,
        metrics=node.copies.metrics,
    )


async def four_seated(
    doors: House, *, node: int = 0, **options: Any
) -> tuple[str, list[Visitor]]:
    """A table of four people at which a deal has begun."""
    ada = await doors.enter("Ada", node=node)
    table = await doors.opened(ada, **options)
    people = [ada]
    for name in ("Bob", "Cid", "Dan"):
        visitor = await doors.enter(name, node=node)
        assert isinstance(await visitor.ask(Sit, table=table), Ok)
        people.append(visitor)
    for visitor in people:
        await visitor.hear()
    return table, people
