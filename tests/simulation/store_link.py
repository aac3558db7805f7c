"""A node's way to the store, on which calls and answers are late or get lost.

A call goes its way whatever becomes of whoever has made it: when the node dies, or gives
up waiting, the store may carry it out all the same.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from server.store_outcomes import StoreUnavailable, Trouble, Watching
from tests.simulation.lines import Line
from tests.simulation.weather import Delays, Weather

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from server.store import Listener
    from server.store_outcomes import News
    from tests.simulation.loop import Process
    from tests.simulation.store import SimulatedStore

_USUAL_S: Final = 0.004
_SLOW_S: Final = 0.6
_PATIENCE_S: Final = 1.5
"""How long a node waits for an answer; then the call is given up."""


@dataclass(slots=True, eq=False)
class _Call:
    name: str
    args: Any
    named: Any
    answer: asyncio.Future[Any]


class StoreLink:
    """The store, as one node sees it: has every method of it.

    Args:
        store: The store.
        process: The node's.
        weather: How bad things are.
        rng: Chance of its own.
    """

    def __init__(
        self, store: SimulatedStore, process: Process, weather: Weather, rng: Random
    ) -> None:
        self._store = store
        self._process = process
        self._weather = weather
        self._rng = rng
        delay_s = Delays(weather, rng, _USUAL_S, _SLOW_S)
        self._calls = Line(delay_s, self._arrived)
        self._answers: Line[Callable[[], None]] = Line(delay_s, lambda give: give())
        self._news: Line[News] = Line(delay_s, self._told)
        self._open: dict[_Call, None] = {}
        """Calls that are not answered yet."""
        self._waiting: list[_Call] = []
        """Those that wait for a store that stalls."""
        self._feeds: list[_Feed] = []
        self.is_cut = store.is_down
        store.links.append(self)

    def __getattr__(self, name: str) -> Any:
        """A method of the store, over this link."""
        return partial(self._call, name)

    async def feed(self, listener: Listener) -> _Feed:
        """Open a stream of news."""
        feed = _Feed(self, listener)
        self._feeds.append(feed)
        return feed

    async def aclose(self) -> None:
        """The node ends; nothing waits for it."""

    async def _call(self, name: str, *args: Any, **named: Any) -> Any:
        if not self._process.is_alive:
            raise asyncio.CancelledError
        if self.is_cut:
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
        loop = asyncio.get_running_loop()
        call = _Call(name, args, named, loop.create_future())
        self._open[call] = None
        if self._happens(self._weather.call_lost):
            self._let_it_wait(call)
        else:
            self._calls.put(call)
        return await call.answer

    # ---------------------------------------------------------- at the store

    def _arrived(self, call: _Call) -> None:
        if self._store.is_stalled:
            self._waiting.append(call)
            self._let_it_wait(call)
            return
        if self._happens(self._weather.call_repeated):
            self._carry_out(call)
        give = self._carry_out(call)
        if self._happens(self._weather.answer_lost):
            self._let_it_wait(call)
        else:
            self._answers.put(give)

    def carry_out_waiting(self) -> None:
        """The store goes on."""
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            self._answers.put(self._carry_out(call))

    def _carry_out(self, call: _Call) -> Callable[[], None]:
        """Do what is asked for; what gives the answer once it has come back."""
        node = self._process.name
        try:
            outcome = self._store.carry_out(node, call.name, call.args, call.named)
        except Exception as fault:  # noqa: BLE001 - whoever asked gets it
            return partial(self._fail, call, fault)
        return partial(self._give, call, outcome)

    # ----------------------------------------------------------- at the node

    def _give(self, call: _Call, outcome: Any) -> None:
        self._open.pop(call, None)
        if not call.answer.done():
            call.answer.set_result(outcome)

    def _fail(self, call: _Call, fault: Exception) -> None:
        self._open.pop(call, None)
        if not call.answer.done():
            call.answer.set_exception(fault)

    def _let_it_wait(self, call: _Call) -> None:
        """No answer comes, or none in time: then the call is given up."""
        fault = StoreUnavailable(Trouble.NO_ANSWER, unknown=True)
        asyncio.get_running_loop().call_later(_PATIENCE_S, self._fail, call, fault)

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate

    # ------------------------------------------------------- cut, and joined

    def cut(self) -> None:
        """Let nothing pass; what is under way in either direction is lost."""
        self.is_cut = True
        for line in (self._calls, self._answers, self._news):
            line.lose()
        self._waiting.clear()
        for call in list(self._open):
            self._fail(call, StoreUnavailable(Trouble.NO_ANSWER, unknown=True))

    def join(self) -> None:
        """Let everything pass again; news begin anew."""
        if not self.is_cut or self._store.is_down:
            return
        self.is_cut = False
        for feed in self._feeds:
            for table in feed.tables:
                self._news.put(Watching(table))

    def leave(self) -> None:
        """The node is dead: what it has sent still arrives, and nobody hears."""
        self._store.links.remove(self)
        self._feeds.clear()

    # ------------------------------------------------------------------ news

    def hear(self, news: News) -> None:
        """The store publishes something."""
        if self.is_cut or self._happens(self._weather.news_lost):
            return
        self._news.put(news)

    def watching(self, table: str) -> None:
        """News of a table flow from now on."""
        self._news.put(Watching(table))

    def _told(self, news: News) -> None:
        for feed in self._feeds:
            if news.table in feed.tables:
                self._process.context.run(feed.listener, news)


class _Feed:
    """News for one listener."""

    def __init__(self, link: StoreLink, listener: Listener) -> None:
        self._link = link
        self.listener = listener
        self.tables: dict[str, None] = {}

    async def watch(self, table: str) -> None:
        """Ask for news of a table; returns once they flow."""
        if table in self.tables:
            return
        self.tables[table] = None
        await self._link.now_ms(table)  # as long as a call takes, and may fail like one
        self._link.watching(table)

    async def unwatch(self, table: str) -> None:
        """End the news of a table."""
        self.tables.pop(table, None)

    async def aclose(self) -> None:
        """End all news."""
        self.tables.clear()
