"""Whatever is asked of a store, in whatever order, it answers as the model does."""

import asyncio
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from server.adapters.memory_store import MemoryStore
from server.adapters.redis_store import RedisStore
from server.store import TableStore
from server.store_outcomes import Applied, Skewed
from server.store_records import Append, Change, Mark, NewTable, Rebase
from tests.contracts.table_model import TableModel
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import (
    PATIENT_MS,
    change,
    fresh,
    fresh_table,
    receipt,
)

SESSIONS = st.sampled_from(["ann", "ben", "sys:turn"])
PAYLOADS = st.lists(st.binary(max_size=40), max_size=3)
WRITERS = st.integers(1, 3)


class TableMachine(RuleBasedStateMachine):
    """One table, in a store and in the model."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = self.open_store()
        self.name = fresh_table()
        self.model = TableModel(fresh())
        self.seen = [self.model.here]
        self.numbers: dict[str, int] = {}

    def open_store(self) -> TableStore:
        clock = 1_700_000_000_000
        return MemoryStore(lambda: clock, skew_ms=PATIENT_MS)

    def run(self, call: Any) -> Any:
        return self.runner.run(call)

    def now(self) -> int:
        now: int = self.run(self.store.now_ms(self.name))
        return now

    @initialize()
    def create(self) -> None:
        first = change(self.now(), snapshot=b"start")
        new = NewTable(self.name, self.model.epoch, receipt("host"), first)
        assert isinstance(self.run(self.store.create(new)), Applied)
        self.model.last_command["host"] = (1, b"d", b"ok", 0)

    def position(self, data: st.DataObject) -> Mark:
        """Choose where a caller believes the table to be."""
        here = self.model.here
        kind = data.draw(st.sampled_from(["here"] * 4 + ["seen", "ahead", "token"]))
        if kind == "seen":
            return data.draw(st.sampled_from(self.seen))
        if kind == "ahead":
            return Mark(here.epoch, here.version + 1, fresh())
        if kind == "token" and here.version:
            return Mark(here.epoch, here.version, fresh())
        return here

    def change(self, data: st.DataObject, payloads: list[bytes]) -> Change:
        late = data.draw(st.sampled_from([0] * 9 + [2 * PATIENT_MS]))
        return change(
            self.now() + late,
            *payloads,
            snapshot=data.draw(st.none() | st.binary(max_size=20)),
            writer=data.draw(WRITERS),
            minimum_writer=data.draw(st.sampled_from([None] * 4 + [1, 2])),
            trim_before=data.draw(st.none() | st.integers(0, 20)),
        )

    @rule(data=st.data(), session=SESSIONS, payloads=PAYLOADS)
    def append(self, data: st.DataObject, session: str, payloads: list[bytes]) -> None:
        step = data.draw(st.sampled_from([1, 1, 1, 0, -1]))
        number = max(0, self.numbers.get(session, 0) + step)
        given = receipt(session, number, data.draw(st.sampled_from([b"a", b"b"])))
        append = Append(
            self.name, self.position(data), given, self.change(data, payloads)
        )

        self.agree(
            self.run(self.store.apply(append)),
            self.model.apply(append, self.now()),
        )
        last = self.model.last_command.get(session)
        self.numbers[session] = last[0] if last else 0

    @rule(data=st.data(), payloads=PAYLOADS)
    def rebase(self, data: st.DataObject, payloads: list[bytes]) -> None:
        given = self.change(data, [*payloads, b"rewound"])
        if given.snapshot is None:
            given = change(given.now_ms, b"rewound", snapshot=b"s", writer=given.writer)
        rebase = Rebase(self.name, self.position(data), fresh(), given)

        self.agree(
            self.run(self.store.rebase(rebase)),
            self.model.rebase(rebase, self.now()),
        )

    @rule(data=st.data(), limit=st.integers(1, 5))
    def read_on(self, data: st.DataObject, limit: int) -> None:
        at = self.position(data)

        found = self.run(self.store.events_after(self.name, at, limit))

        assert found == self.model.events_after(at, limit)

    def agree(self, found: object, expected: object) -> None:
        """Compare answers but for the clock, which is the store's own."""
        match found, expected:
            case Applied(), Applied():
                assert found.mark == expected.mark
            case Skewed(), Skewed():
                pass
            case _:
                assert found == expected
        self.seen.append(self.model.here)

    @invariant()
    def loads_as_the_model(self) -> None:
        loaded = self.run(self.store.load(self.name))
        if loaded is None:
            assert not self.model.last_command
            return
        assert loaded.mark == self.model.here
        assert loaded.snapshot == self.model.snapshot
        assert loaded.events == self.model.after_snapshot
        assert loaded.minimum_writer == self.model.minimum_writer

    def teardown(self) -> None:
        self.run(self.store.aclose())
        self.runner.close()


def test_memory_store_answers_as_the_model() -> None:
    run_state_machine_as_test(
        TableMachine, settings=settings(max_examples=60, stateful_step_count=30)
    )


def test_redis_store_answers_as_the_model(packaged_server: ServerProcess) -> None:
    class RedisMachine(TableMachine):
        def open_store(self) -> TableStore:
            return RedisStore.at(packaged_server.url, skew_ms=PATIENT_MS)

    run_state_machine_as_test(
        RedisMachine, settings=settings(max_examples=25, stateful_step_count=30)
    )
