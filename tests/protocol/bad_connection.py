"""A server, and a connection to it that breaks at any point."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from protocol.codec import encode_to_client
from protocol.conversation import Conversation
from protocol.to_server import Command, Hello, Play, Resync, ToServer
from tests.protocol.pretend_table import PretendTable, a_table
from tests.protocol.told import ok, welcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.outbox import Order


def _play(card: str) -> Callable[[int], Command]:
    return lambda n: Play(n=n, table="QF7K2", card=card)


class Server:
    """Keeps a table and the newest command of one session, as a server has to."""

    def __init__(self, seed: int) -> None:
        self.table: PretendTable = a_table(seed)
        self.last: Command | None = None
        self.last_answer: dict[str, Any] = {}
        self.done: list[Command] = []

    def take(self, message: ToServer) -> list[dict[str, Any]]:
        match message:
            case Hello():
                last_n = 0 if self.last is None else self.last.n
                return [welcome(seats=[{"table": "QF7K2", "seat": 0}], last_n=last_n)]
            case Resync():
                return self._resync(message)
            case Play():
                return self._command(message)
            case _:
                raise AssertionError(message)

    def _resync(self, message: Resync) -> list[dict[str, Any]]:
        head = self.table.version
        if message.version is None:
            return [self.table.snapshot()]
        assert message.token == self.table.tokens[message.version]
        told = [
            self.table.events(version, version, more=version < head)
            for version in range(message.version + 1, head + 1)
        ]
        end = {"op": "replayed", "table": "QF7K2", "count": len(told), "version": head}
        return [*told, end]

    def _command(self, message: Play) -> list[dict[str, Any]]:
        if self.last is not None and message.n <= self.last.n:
            assert message == self.last
            return [self.last_answer | {"dup": True}]
        self.done.append(message)
        self.table.hidden()
        version = self.table.version
        self.last = message
        self.last_answer = ok(message.n, version=version)
        return [self.last_answer, self.table.events(version, version)]


class BadConnection:
    """Carries messages between both, and breaks where chance has it."""

    def __init__(self, seed: int, cut_every: float) -> None:
        self.chance = Random(seed)  # noqa: S311 - no secret depends on it
        self.cut_every = cut_every
        self.server = Server(seed)
        hello = Hello(versions=(1, 1), client="test")
        self.talk = Conversation(hello, answer_s=15.0, most_orders=8)
        self.answered: list[tuple[Order, Command, Any]] = []
        self.links = 0
        self.calm = False

    def run(self, orders: int) -> None:
        for number in range(orders):
            self.talk.order(_play(f"S{number % 5 + 6}"))
        while len(self.answered) < orders or self._is_behind():
            self._one_link()

    def _is_behind(self) -> bool:
        known = self.talk.tables.known_of("QF7K2")
        return known is None or known.mark.version != self.server.table.version

    def _one_link(self) -> None:
        self.links += 1
        self.calm = self.links > 200  # chance alone may need for ever
        to_server = list(self.talk.opened(0.0).send)
        while to_server:
            if self._cut():
                break
            told = self.server.take(to_server.pop(0))
            if self._cut():
                break
            for message in told:
                if self._cut():
                    to_server = []
                    break
                data = encode_to_client(message)
                reaction = self.talk.take(data, 0.0, 1_000)
                assert reaction.drop is None
                self.answered += reaction.answers
                to_server += reaction.send
        self.talk.lost(1.0)

    def _cut(self) -> bool:
        return not self.calm and self.chance.random() < self.cut_every
