"""One run: nodes, a store, people, and what goes wrong between them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.codec import encode_to_server
from protocol.options import Options
from protocol.to_server import Hello
from server.sessions import KEY_BYTES, KeptSession, ResumeToken
from server.stored import pack_plain
from server.table.options import TableOptions
from tests.simulation.chance import Streams
from tests.simulation.history import Calm, History, TheEnd, Trouble
from tests.simulation.network import Network
from tests.simulation.node import Node
from tests.simulation.person import Person
from tests.simulation.store import START_MS, SimulatedStore
from tests.simulation.tables import KINDS, TABLE, as_new, nearly_over
from tests.simulation.weather import Delays, Weather

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from random import Random

    from protocol.fold import Known
    from tests.simulation.history import Happening
    from tests.simulation.loop import VirtualLoop

_NAMES: Final = ("Ada", "Bea", "Cid", "Dan")
_ONLOOKER: Final = "Eva"
_THIEF: Final = "Fox"
_NEARLY_OVER: Final = 0.85
"""How many of the tables are there already, near the end of a deal."""
_LOOKED_AT: Final = 0.3
"""At how many of them somebody looks on."""
_KEEP_MS: Final = 3_600_000
_TROUBLE_S: Final = 12.0
_PLAYING_S: Final = 3.0
_QUIET_S: Final = 60.0
_LOOK_S: Final = 0.25
_THINKING_S: Final = 0.3
_LONG_THOUGHT_S: Final = 1.8


Work: TypeAlias = "Callable[[], Coroutine[None, None, None]]"


class World:
    """Everything of a run.

    Args:
        seed: Of the run: all else follows from it.
        loop: On which it runs.
    """

    def __init__(self, seed: int, loop: VirtualLoop) -> None:
        self.history = History(seed)
        self._loop = loop
        self._streams = Streams(seed)
        self._rng = self._streams.of("world")
        self.weather = Weather.drawn(self._streams.of("weather"))
        self.network = Network(self._streams, self.weather, self.note)
        self.store = SimulatedStore(self.store_ms, self.note)
        self.nodes: list[Node] = []
        self.people: list[Person] = []
        self._started = 0
        self._is_over = False
        self._troubles: list[asyncio.Task[None]] = []
        self._tasks: list[asyncio.Task[None]] = []
        loop.thinking_s = Delays(
            self.weather, self._streams.of("bots"), _THINKING_S, _LONG_THOUGHT_S
        )

    def store_ms(self) -> int:
        """The store's clock."""
        return START_MS + round(self._loop.time() * 1000)

    def note(self, what: Happening) -> None:
        """Note something down, now; after the end nothing is of interest."""
        if not self._is_over:
            self.history.note(self._loop.time(), what)

    async def run(self) -> None:
        """Let everything happen, from the beginning to the end."""
        nodes = self._rng.choice((1, 2, 2, 3))
        for _ in range(nodes):
            self._start_node()
        await self._seat_people()
        for person in self.people:
            self._begin(person.live())
        self._begin_troubles()
        await asyncio.sleep(_TROUBLE_S)
        self._calm_down(nodes)
        await asyncio.sleep(_PLAYING_S)
        for person in self.people:
            person.is_done = True
        await self._come_to_rest()
        for node in list(self.nodes):
            node.process.kill()

    # ------------------------------------------------------------- who is there

    def _start_node(self) -> None:
        name = f"node{self._started}"
        self._started += 1
        node = Node(
            name,
            self.store,
            self.network,
            self._streams,
            self.weather,
            on_death=self.nodes.remove,
        )
        self.nodes.append(node)

    async def _seat_people(self) -> None:
        count = self._rng.choice((1, 2, 2, 3, 4))
        users: dict[str, str] = {}
        for name in _NAMES[:count]:
            users[name] = await self._add_person(name)
        turn_ms, pace_ms = self._rng.choice((0, 1_500)), self._rng.choice((0, 200))
        if self._rng.random() < _NEARLY_OVER:
            await self._put_table_there(users, turn_ms, pace_ms)
        else:
            self.people[0].opens = Options(
                people=count, level="easy", turn_ms=turn_ms, pace_ms=pace_ms
            )
        if self._rng.random() < _LOOKED_AT:
            rng = self._streams.of(_ONLOOKER)
            self.people.append(Person(_ONLOOKER, None, rng, 1.0, self.store_ms))
        self._begin(self._tell_the_table())

    async def _put_table_there(
        self, users: Mapping[str, str], turn_ms: int, pace_ms: int
    ) -> None:
        """A table at which everybody sits, near the end of its first deal of two."""
        options = TableOptions(
            deals=2,
            people=len(users),
            level="easy",
            turn_ms=turn_ms,
            pace_ms=pace_ms,
            grace_ms=1_500,
            ready_ms=3_000,
        )
        kind, left = self._rng.randrange(KINDS), self._rng.choice((1, 2, 3))
        state = nearly_over(users, options, kind, left)
        new = as_new(state, self._rng.randbytes(8), self._rng.randbytes(8))
        await self.store.create(new)
        for user in users.values():
            await self.store.put_user_seat(user, TABLE, b"")
        for person in self.people:
            person.table = TABLE

    async def _add_person(self, name: str) -> str:
        """Somebody with a session; its id."""
        rng = self._streams.of(name)
        token = ResumeToken.numbered(rng.randbytes(KEY_BYTES), 0, rng.randbytes(28))
        payload = pack_plain([token.session, name, START_MS, 0])
        kept = KeptSession(token.proof_hash, payload)
        await self.store.open_session(token.session, kept, keep_ms=_KEEP_MS)
        think_s = rng.choice((0.3, 1.0, 3.0))
        self.people.append(Person(name, token.written, rng, think_s, self.store_ms))
        return token.session

    async def _tell_the_table(self) -> None:
        """Let everybody know the table that the first one has opened."""
        while self.people[0].table is None:  # noqa: ASYNC110 - time is simulated
            await asyncio.sleep(_LOOK_S)
        for person in self.people[1:]:
            person.table = self.people[0].table

    # --------------------------------------------------------- what goes wrong

    def _begin_troubles(self) -> None:
        rng = self._streams.of("troubles")
        self._every(self.weather.node_killed, lambda: self._kill(rng))
        self._every(self.weather.link_cut, lambda: self._cut_link(rng))
        self._every(self.weather.stall, lambda: self._stall(rng))
        self._every(self.weather.restart, lambda: self._restart(rng))
        if self.weather.rollback:
            self._every(0.7, self._keep)
            self._every(self.weather.rollback, lambda: self._roll_back(rng))
        for person in self.people:
            self._begin_troubles_of(person)

    def _begin_troubles_of(self, person: Person) -> None:
        rng = self._streams.of(f"troubles of {person.name}")
        name = person.name.lower()
        weather, network = self.weather, self.network
        self._every(weather.wire_cut, _later(lambda: network.cut(name, rng)))
        self._every(weather.wire_dead, _later(lambda: network.silence(name, rng)))
        self._every(weather.second_device, _later(person.take_another_device))
        self._every(weather.thief, lambda: self._steal(person))

    def _every(self, rate: float, happen: Work) -> None:
        """Let something happen so often in a second, at random moments."""
        if rate:
            self._troubles.append(asyncio.create_task(self._again(rate, happen)))

    async def _again(self, rate: float, happen: Work) -> None:
        while True:
            await asyncio.sleep(self._rng.expovariate(rate))
            await happen()

    async def _kill(self, rng: Random) -> None:
        if self.nodes:
            rng.choice(self.nodes).die("by itself")

    async def _cut_link(self, rng: Random) -> None:
        if not self.nodes:
            return
        node = rng.choice(self.nodes)
        self.note(Trouble(f"{node.name} is cut off from the store"))
        node.link.cut()
        await asyncio.sleep(3 * rng.random())
        self.note(Trouble(f"{node.name} reaches the store"))
        node.link.join()

    async def _stall(self, rng: Random) -> None:
        self.store.stall()
        await asyncio.sleep(4 * rng.random())
        self.store.go_on()

    async def _restart(self, rng: Random) -> None:
        self.store.go_down()
        await asyncio.sleep(3 * rng.random())
        self.store.come_up()

    async def _keep(self) -> None:
        self.store.keep()

    async def _roll_back(self, rng: Random) -> None:
        """Each node finds the store again in its own time."""
        self.store.roll_back()
        for link in list(self.store.links):
            self._loop.call_later(rng.random(), link.join)

    async def _steal(self, person: Person) -> None:
        """Somebody shows a token that the person had before."""
        if len(person.tokens.all) < 3:
            return
        hello = Hello(versions=(1, 1), client="thief/1", resume=person.tokens.all[-3])
        self.note(Trouble(f"somebody shows an old token of {person.name}"))
        try:
            wire = await self.network.open(_THIEF.lower())
        except ConnectionRefusedError:
            return
        await wire.client.send(encode_to_server(hello))

    # --------------------------------------------------------------- the end

    def _calm_down(self, nodes: int) -> None:
        for task in self._troubles:
            task.cancel()
        self.weather.clear_up()
        self.store.go_on()
        self.store.come_up()
        for node in self.nodes:
            node.link.join()
        while len(self.nodes) < nodes:
            self._start_node()
        self.note(Calm())

    async def _come_to_rest(self) -> None:
        waiting = await self._rested()
        if not waiting:
            await self._look_anew()
            waiting = await self._rested()
        self.note(TheEnd(not waiting, tuple(waiting)))
        self._is_over = True

    async def _rested(self) -> list[str]:
        """Return when everything has come to rest, or after a while; what has not."""
        end_s = self._loop.time() + _QUIET_S
        while self._waiting() and self._loop.time() < end_s:  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_S)
        return self._waiting()

    def _waiting(self) -> list[str]:
        """What has not come to rest yet."""
        found = []
        for person in self.people:
            session = person.session
            if session is None or session.ended is not None:
                continue
            if not session.online:
                found.append(f"{person.name} is not connected")
            elif person.is_waiting:
                found.append(f"{person.name} has no answer")
            elif person.table is not None:
                known = session.known(person.table)
                if known is not None and not self._is_newest(person.table, known):
                    found.append(f"{person.name} does not know the newest events")
                elif known is not None and _waits_for_a_bot(known):
                    found.append(f"{person.name} waits for a bot")
        return found

    def _is_newest(self, table: str, known: Known) -> bool:
        mark = self.store.mark_of(table)
        if mark is None:
            return False
        ours = known.mark
        return (ours.epoch, ours.version) == (mark.epoch, mark.version)

    async def _look_anew(self) -> None:
        """Everybody looks at the whole table once more."""
        for person in self.people:
            if not person.is_over and person.session is not None and person.table:
                await person.session.refresh(person.table)
        await asyncio.sleep(_LOOK_S)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work))


def _waits_for_a_bot(known: Known) -> bool:
    """Whether a table at which somebody is connected has to go on by itself."""
    turn, seats = known.situation.turn, known.view.seats
    is_watched = any(one.connected and one.occupant == "person" for one in seats)
    return turn is not None and seats[turn].control == "bot" and is_watched


def _later(do: Callable[[], None]) -> Work:
    async def done() -> None:
        do()

    return done
