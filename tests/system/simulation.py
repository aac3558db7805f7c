"""Whole games in one event loop: real people's clients, real nodes, a store that fails.

Nothing is real but the code: time moves when the game moves it, chance comes from one
seed, connections break and nodes die when the seed says so. What a client does is
decided by the client's own code, what a server does by the server's; between them are
no sockets. A run is named by its seed and repeats exactly.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from protocol.codec import encode_to_server
from protocol.codes import CloseCode
from protocol.conversation import Conversation
from protocol.outbox import Order
from protocol.to_client import Answer, Ok, Refused
from protocol.to_server import Create, Declare, Discard, Hello, Play, Sit, Skip
from server.door.connection import Connection
from server.door.service import Service
from server.settings import Settings
from tests.server.door.visitors import service_of
from tests.server.hub.nodes import Node, node_on
from tests.support.fakes import FaultyStore, HandClock, settled
from tests.support.play import chance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from protocol.fold import Known
    from protocol.options import Options
    from protocol.reaction import Reaction
    from protocol.to_server import Command

SETTINGS = Settings(messages_per_s=100_000, messages_burst=100_000)


@dataclass
class Player:
    """A person's client, without its socket."""

    name: str
    world: Simulation
    conversation: Conversation
    connection: Connection | None = None
    order: Order | None = None
    answers: list[Answer] = field(default_factory=list)
    """Of everything that was asked, in order."""
    acknowledged: list[int] = field(default_factory=list)
    """Versions of the table right after moves that count, as the server said."""
    over: CloseCode | None = None
    """Why the client will not come back."""

    @property
    def now_s(self) -> float:
        """Time as the client counts it."""
        return self.world.clock.store_ms() / 1000

    def known(self, table: str) -> Known | None:
        """What the client knows."""
        return self.conversation.tables.known_of(table)

    async def connect(self, service: Service) -> None:
        """Open a connection to a node."""
        self.connection = Connection(service)
        service.connections.add(self.connection)
        await self._react(self.conversation.opened(self.now_s))

    async def cut(self, *, node_knows: bool = True) -> None:
        """Let the connection break; a node that has died knows nothing of it."""
        connection, self.connection = self.connection, None
        if connection is None:
            return
        self.conversation.lost(self.now_s)
        if node_knows:
            await connection.aclose()

    def ask(self, build: Callable[[int], Command]) -> None:
        """Give an order; it is under way until it is answered."""
        assert self.order is None
        self.order = self.conversation.order(build)

    async def move(self, table: str) -> None:
        """Do something sensible if it is the person's turn and nothing is under way."""
        known = self.known(table)
        if self.order is not None or known is None or self.connection is None:
            return
        situation = known.situation
        if situation.turn is None or situation.turn != known.view.you:
            return
        self.ask(_move(table, known))

    async def play(self, table: str) -> None:
        """Hear, move and hear again."""
        await self.pump()
        await self.move(table)
        await self.pump()

    async def pump(self) -> None:
        """Hear what has come, and answer it, until nothing more comes."""
        await self._react(self.conversation.tick(self.now_s))
        await self._react(self.conversation.send_next(self.now_s))
        while self.connection is not None and await self._hear_one(self.connection):
            pass

    async def _hear_one(self, connection: Connection) -> bool:
        await settled(3)
        outbox = connection.outbox
        if not (outbox._frames or outbox._behind or outbox.is_closing):
            return False
        entry = await outbox.next()
        if entry is None:
            await connection.tell_all_whole()
        elif isinstance(entry, CloseCode):
            await self.cut()
            if entry in {CloseCode.SUPERSEDED, CloseCode.REVOKED}:
                self.over = entry
        else:
            now_ms = self.world.clock.store_ms()
            await self._react(self.conversation.take(entry, self.now_s, now_ms))
        return True

    async def _react(self, reaction: Reaction) -> None:
        for order, _, answer in reaction.answers:
            assert order is self.order
            self.order = None
            self.answers.append(answer)
            if isinstance(answer, Ok) and answer.version is not None:
                self.acknowledged.append(answer.version)
        assert not reaction.lost
        for message in reaction.send:
            if self.connection is not None:
                await self.connection.take(encode_to_server(message))
        if reaction.drop is not None:
            await self.cut()


@dataclass
class Simulation:
    """Nodes, a store, a clock, and people."""

    rng: Random
    clock: HandClock
    store: FaultyStore
    services: dict[str, Service] = field(default_factory=dict)
    """Of the nodes that live, by name."""
    nodes: dict[str, Node] = field(default_factory=dict)
    dead: list[Node] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)

    async def start_node(self) -> None:
        """Let another node begin to serve."""
        number = len(self.nodes) + len(self.dead)
        node = await node_on(self.store, self.clock, number)
        node.begin()
        self.nodes[node.name] = node
        self.services[node.name] = service_of(node, SETTINGS, self.store)

    async def kill_node(self, name: str) -> None:
        """Let a node die with everything that it was doing."""
        node = self.nodes.pop(name)
        service = self.services.pop(name)
        await node.die()
        self.dead.append(node)
        for player in self.players:
            if player.connection in service.connections:
                await player.cut(node_knows=False)

    def add_player(self, name: str) -> Player:
        """Somebody who wants to play."""
        hello = Hello(versions=(1, 1), client="sim/1", name=name)
        conversation = Conversation(hello, answer_s=5.0, most_orders=8)
        player = Player(name, self, conversation)
        self.players.append(player)
        return player

    async def connect_all(self) -> None:
        """Let everybody without a connection find a node."""
        for player in self.players:
            if player.connection is None and player.over is None and self.services:
                service = self.rng.choice(sorted(self.services))
                await player.connect(self.services[service])

    async def turn(self, table: str) -> None:
        """Let everybody do what can be done now, and a moment pass."""
        await self.connect_all()
        await asyncio.gather(*(player.play(table) for player in self.players))
        await self.clock.advance(self.rng.choice((1, 20, 200, 700)))

    async def seat_all(self, options: Options) -> str:
        """Open a table and seat everybody."""
        first = self.players[0]
        await self._done(first, lambda n: Create(n=n, options=options))
        answer = first.answers[-1]
        assert isinstance(answer, Ok)
        table = str(answer.table)
        for player in self.players:
            await self._done(player, lambda n: Sit(n=n, table=table))
        return table

    async def _done(self, player: Player, build: Callable[[int], Command]) -> None:
        player.ask(build)
        while player.order is not None:
            await self.connect_all()
            await player.pump()
            await self.clock.advance(100)
        assert isinstance(player.answers[-1], Ok | Refused)


def _move(table: str, known: Known) -> Callable[[int], Command]:
    situation, at = known.situation, known.mark.version
    if situation.phase == "discard":
        cards = situation.discardable[:2]
        return lambda n: Discard(n=n, table=table, cards=cards, at=at)
    if situation.phase == "declare":
        if situation.offer is not None and situation.offer.total:
            return lambda n: Declare(n=n, table=table, at=at)
        return lambda n: Skip(n=n, table=table, at=at)
    card = situation.legal[0]
    return lambda n: Play(n=n, table=table, card=card, at=at)


@asynccontextmanager
async def simulation(rng: Random, nodes: int, people: int) -> AsyncIterator[Simulation]:
    """So many nodes and people, all there and well."""
    clock = HandClock()
    store = FaultyStore(clock.store_ms)
    made = Simulation(rng, clock, store)
    for _ in range(nodes):
        await made.start_node()
    for number in range(people):
        made.add_player(f"P{number}")
    # Chance of its own: which call comes first must not change what else is drawn.
    haste = chance(rng.getrandbits(32))
    store.dawdles = lambda: haste.choice((0, 0, 0, 1, 3, 9))
    try:
        yield made
    finally:
        for node in made.nodes.values():
            await node.die()
        await settled()
