"""Server nodes without sockets, on one store in memory and one clock moved by hand.

Two nodes on one store are two servers as far as tables can tell. Nothing happens by
itself: the clock moves when a test moves it.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.players.by_rule import MEDIUM
from engine.view import view_of
from protocol.fold import Known, fold
from protocol.to_client import Events, Snapshot
from server.adapters.memory_store import MemoryStore
from server.hub.alarms import Alarms
from server.hub.answers import Answer, Done
from server.hub.bot_turns import BotTurns
from server.hub.copies import Copies
from server.hub.deal_archive import DealArchive
from server.hub.duties import Duties
from server.hub.history import Position, position_of
from server.hub.hub import Hub
from server.hub.live_table import Viewer
from server.hub.opening import Opener
from server.hub.pulse import Pulse
from server.hub.repair import Repair
from server.hub.rounds import Rounds
from server.hub.self_check import SelfCheck
from server.hub.store_clock import StoreClock
from server.identity import Entry, Span
from server.metrics import Metrics
from server.store_records import Presence
from server.table.commands import (
    MakeMove,
    PersonConnected,
    PersonLost,
    StartDeal,
    TakeSeat,
)
from server.table.deadlines import BOT
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.table.playing import move_of
from tests.support.counting import CountingInstruments
from tests.support.fakes import (
    FaultyStore,
    HandClock,
    Inbox,
    SeededChance,
    ToldBots,
    read,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.hub.live_table import LiveTable
    from server.table.commands import TableCommand
    from server.table.state import TableState

PLAIN = TableOptions(people=4, pace_ms=0)


@dataclass
class Node:
    """One server process, as far as tables are concerned."""

    name: str
    store: FaultyStore
    clock: HandClock
    store_clock: StoreClock
    copies: Copies
    hub: Hub
    opener: Opener
    bots: ToldBots
    bot_turns: BotTurns
    pulse: Pulse
    rounds: Rounds
    duties: Duties
    archive: DealArchive
    alarms: Alarms
    counts: CountingInstruments
    rung: list[tuple[str, str]] = field(default_factory=list)
    """The deadlines that this node has taken."""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    is_dead: bool = False

    def begin(self) -> None:
        """Take deadlines when they come, and give signs of life."""
        self.tasks.append(asyncio.create_task(self.alarms.run()))
        self.tasks.append(asyncio.create_task(self.pulse.run(self.clock, self.copies)))

    async def die(self) -> None:
        """Do nothing more, like a process that was killed; once is enough."""
        if self.is_dead:
            return
        self.is_dead = True
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.tasks.clear()
        await self.copies.aclose()

    async def live(self, table: str) -> LiveTable:
        """This node's copy."""
        return await self.copies.live(table)

    async def state(self, table: str) -> TableState:
        """The table as this node has it."""
        return (await self.live(table)).position.state

    async def look(self, table: str, user: str) -> Inbox:
        """Let a user look at a table from this node, from a snapshot on."""
        inbox = Inbox()
        live = await self.live(table)
        async with live.turn_taken(patient=True):
            await self.copies.attach(live, inbox, Viewer(user))
            live.tell_whole(inbox, "asked")
        return inbox

    async def ask(
        self, table: str, command: TableCommand, key: tuple[str, int, bytes]
    ) -> Answer:
        """Submit a command under a session, a number and a digest."""
        return await self.hub.submit(table, command, *key)


@dataclass
class World:
    """A store, a clock, and the nodes on them."""

    store: FaultyStore
    clock: HandClock
    nodes: list[Node]
    numbers: dict[str, int] = field(default_factory=dict)

    def key(self, user: str) -> tuple[str, int, bytes]:
        """The next command number of a user, with a digest of its own."""
        number = self.numbers.get(user, 1_000) + 1
        self.numbers[user] = number
        return user, number, f"digest {number}".encode()

    async def do(self, node: Node, table: str, command: TableCommand) -> Answer:
        """Let the user of a command submit it at a node."""
        user = getattr(command, "user", "nobody")
        answer = await node.ask(table, command, self.key(user))
        if isinstance(command, TakeSeat) and isinstance(answer, Done):
            await self.note(node, table, user)
        return answer

    async def note(self, node: Node, table: str, user: str) -> None:
        """Let the store know over which node a person is connected."""
        state = (await self.truth(table)).state
        seat = state.seat_of(user)
        assert seat is not None
        arrival = state.seats[seat].arrival
        await self.store.put_presence(
            table, Presence(user, seat, arrival, node.name, 0)
        )

    async def come(self, node: Node, table: str, user: str) -> None:
        """Let a client of a person connect over a node."""
        live = await node.live(table)
        await node.hub.submit_own(live, PersonConnected(user))
        await self.note(node, table, user)

    async def go(self, node: Node, table: str, user: str) -> None:
        """Let the connection of a person end, and its node say so."""
        live = await node.live(table)
        seat = live.position.state.seat_of(user)
        assert seat is not None
        arrival = live.position.state.seats[seat].arrival
        await node.hub.submit_own(live, PersonLost(user, arrival))
        await self.store.drop_presence(table, user, arrival)

    async def done(self, node: Node, table: str, command: TableCommand) -> Done:
        """The same, and it has to succeed."""
        answer = await self.do(node, table, command)
        assert isinstance(answer, Done), answer
        return answer

    async def opened(
        self, *users: str, options: TableOptions = PLAIN, started: bool = True
    ) -> str:
        """A table that was opened at the first node, with these people seated."""
        node = self.nodes[0]
        table = await node.opener.open(entry("host"), 1, b"digest", options)
        for user in users:
            await self.done(node, table, TakeSeat(user, user.title()))
        if started and not (await node.state(table)).deal_runs:
            for user in users:
                await self.done(node, table, StartDeal(user))
        return table

    async def truth(self, table: str) -> Position:
        """Where the table stands, by what is stored alone."""
        loaded = await MemoryStore.load(self.store, table)
        assert loaded is not None
        return position_of(loaded)

    async def move(self, table: str) -> MakeMove:
        """Something sensible for the person on turn to do."""
        position = await self.truth(table)
        state = position.state
        assert state.deal is not None
        assert state.turn is not None
        person = state.seats[state.turn].person
        assert person is not None
        action = MEDIUM.choose(view_of(state.deal.state, state.turn))
        return MakeMove(person.user, move_of(action), position.mark.version)

    async def act(self, node: Node, table: str) -> Answer:
        """Let the person on turn do something sensible at a node."""
        return await self.do(node, table, await self.move(table))

    async def play_on(self, node: Node, table: str) -> None:
        """Let whoever is on turn act, a bot at once."""
        state = (await self.truth(table)).state
        assert state.turn is not None
        if state.seats[state.turn].control is Control.PERSON:
            await self.act(node, table)
        else:
            self.clock.jump(10)
            await node.duties.fire(table, BOT)

    async def play_out(self, table: str) -> None:
        """Play the deal to its end, people by turns at all nodes, bots by alarms."""
        for turn in range(1_000):
            state = (await self.truth(table)).state
            if state.turn is None:
                return
            if state.seats[state.turn].control is Control.PERSON:
                await self.act(self.nodes[turn % len(self.nodes)], table)
            else:
                await self.clock.advance(10)
        raise AssertionError(table)


@asynccontextmanager
async def world(nodes: int = 2, *, ringing: bool = False) -> AsyncIterator[World]:
    """So many nodes on one store.

    Args:
        nodes: How many.
        ringing: Whether they take deadlines and give signs of life.
    """
    clock = HandClock()
    store = FaultyStore(clock.store_ms)
    made = World(store, clock, [])
    for number in range(nodes):
        node = await node_on(store, clock, number)
        made.nodes.append(node)
        if ringing:
            node.begin()
    try:
        yield made
    finally:
        for node in made.nodes:
            await node.die()
        await settled()


async def node_on(store: FaultyStore, clock: HandClock, number: int) -> Node:
    """A node with a clock of its own count, wired as a server is."""
    own = HandClock(ahead_ms=-1_000_000_000 * (number + 1), follows=clock)
    store_clock = StoreClock(own)
    store_clock.seen(await store.now_ms())
    chance = SeededChance(number)
    counts = CountingInstruments()
    repair = Repair(store, store_clock, chance)
    copies = Copies(store, store_clock, repair, Metrics(counts))
    hub = Hub(store, store_clock, chance, copies, f"node{number}")
    bots = ToldBots()
    pulse = Pulse(store, store_clock, f"node{number}")
    rounds = Rounds(store, hub, pulse, own, store_clock)
    archive = DealArchive(store, hub, SelfCheck(store, own, copies.metrics))
    bot_turns = BotTurns(hub, bots, own, copies.metrics)
    duties = Duties(hub, copies, bot_turns, pulse, rounds=rounds, archive=archive)
    rung: list[tuple[str, str]] = []

    async def fire(table: str, kind: str) -> None:
        rung.append((table, kind))
        await duties.fire(table, kind)

    alarms = Alarms(store, own, store_clock, fire, copies.metrics)
    hub.on_change = copies.on_change = alarms.note
    copies.on_new_history = rounds.greet_again
    await copies.open()
    return Node(
        name=f"node{number}",
        store=store,
        clock=own,
        store_clock=store_clock,
        copies=copies,
        hub=hub,
        opener=Opener(store, store_clock, chance),
        bots=bots,
        bot_turns=bot_turns,
        pulse=pulse,
        rounds=rounds,
        duties=duties,
        archive=archive,
        alarms=alarms,
        counts=counts,
        rung=rung,
    )


def entry(user: str) -> Entry:
    """A guest who came in: the session is the user."""
    return Entry(user, user, user.title(), bytes(48), is_new=True, span=Span(0))


def heard(inbox: Inbox) -> list[int]:
    """The versions that an outlet was told, one by one, since its last snapshot."""
    versions: list[int] = []
    for message in inbox.messages():
        if isinstance(message, Snapshot):
            versions.clear()
        elif isinstance(message, Events):
            versions.extend(range(message.first, message.last + 1))
    return versions


def known(inbox: Inbox) -> Known:
    """What a client knows that folded everything it was told; no gap is allowed."""
    so_far: Known | None = None
    for frame in inbox.frames:
        message = read(frame)
        assert isinstance(message, Events | Snapshot)
        outcome = fold(so_far, message)
        assert isinstance(outcome, Known), outcome
        so_far = outcome
    assert so_far is not None
    return so_far
