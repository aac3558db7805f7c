"""Several servers on one store: any of them serves any table."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from protocol.tokens import TokenInMemory
from tests.server.processes import Running, server
from tests.support import redis_processes
from tests.support.redis_processes import ServerGroup, ServerProcess, one_server
from tests.system.history import check, stored_history
from tests.system.people import Person, people, person, played, seated

Store: TypeAlias = Callable[
    [], contextlib.AbstractContextManager[ServerProcess | ServerGroup]
]


@dataclass
class Cluster:
    """Servers on one store."""

    url: str
    servers: list[Running]

    @property
    def urls(self) -> list[str]:
        """Where clients connect."""
        return [one.url for one in self.servers]


@asynccontextmanager
async def servers(
    count: int = 2, kept_by: Store = one_server, **settings: str
) -> AsyncIterator[Cluster]:
    """So many servers on a store of their own, all ready."""
    with kept_by() as store, contextlib.ExitStack() as stack:
        environment = {"TAROCCO_REDIS_URL": store.url, **settings}
        started = [
            stack.enter_context(server(environment=environment)) for _ in range(count)
        ]
        for one in started:
            await asyncio.to_thread(one.await_ready)
        yield Cluster(store.url, started)


@pytest.mark.parametrize(
    "kept_by", [one_server, redis_processes.cluster, redis_processes.watched_primary]
)
async def test_table_is_played_over_two_servers(kept_by: Store) -> None:
    """T-D07: on one store, on a cluster of three, and on one that sentinels watch."""
    async with servers(kept_by=kept_by) as cluster:
        one, two = cluster.urls
        async with people(ada=one, bea=two, cid=one) as group:
            table = await seated(group)

            ends = await played(group, table)

            check(await stored_history(cluster.url, table), group, ends)
        for running in cluster.servers:
            assert not running.logged("error")
            assert "Traceback" not in running.errors


async def test_server_that_dies_leaves_its_people_to_the_others() -> None:
    # T-E: its person goes on over the other server, with the same token.
    async with servers() as cluster:
        one, two = cluster.servers
        tokens = TokenInMemory()
        async with person("bea", two.url) as bea:
            async with person("ada", one.url, tokens) as ada:
                table = await seated([ada, bea])
                one.process.kill()
            async with person("ada", two.url, tokens) as again:
                ends = await played([again, bea], table)

                history = await stored_history(cluster.url, table)
                check(history, [again, bea], ends)
                assert [end.view.you for end in ends] == [0, 1]


async def test_person_who_comes_over_another_server_is_shown_out_of_the_first() -> None:
    # T-B11
    async with servers() as cluster:
        one, two = cluster.urls
        tokens = TokenInMemory()
        async with person("ada", one, tokens) as ada:
            table = await seated([ada], people=2)
            async with person("ada", two, tokens) as again:
                await again.session.welcomed(10)
                ended = await asyncio.wait_for(last_word(ada), 10)

                assert ended == 4005
                known = again.session.known(table)
                assert known is None or known.view.you == 0


async def last_word(one: Person) -> int | None:
    """The close code with which a session ended for good."""
    async for _ in one.session:
        pass
    assert one.session.ended is not None
    return one.session.ended.code


@pytest.mark.long
async def test_server_that_stood_still_does_not_act_on_what_it_remembers() -> None:
    # T-D08: the others go on; when it wakes up it catches up before it does anything.
    async with servers(2, TAROCCO_TABLE__GRACE_MS="0") as cluster:
        one, two = cluster.servers

        async def before_move(who: Person) -> None:
            if who.name == "bea" and who.moves == 2:
                one.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(0)
            if who.name == "bea" and who.moves == 3:
                one.process.send_signal(signal.SIGCONT)

        async with people(bea=two.url) as group, person("ada", one.url) as eve:
            await eve.session.welcomed(10)
            table = await seated(group)
            await eve.session.refresh(table)

            ends = await played(group, table, before_move)

            check(await stored_history(cluster.url, table), group, ends)
        assert "Traceback" not in one.errors
