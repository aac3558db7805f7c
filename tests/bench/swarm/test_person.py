import asyncio

import msgpack
from websockets.asyncio.server import ServerConnection, serve

from tests.bench.swarm.person import AWAY_MOST_S, Person
from tests.bench.swarm.tally import Tally
from tests.support.play import chance

WELCOME = {"op": "welcome", "resume": bytes(32), "last_n": 0}


async def test_only_the_time_without_a_connection_counts_as_away() -> None:
    came: asyncio.Queue[ServerConnection] = asyncio.Queue()

    async def let_in(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(msgpack.packb(WELCOME))
        came.put_nowait(socket)
        await socket.wait_closed()

    async with (
        asyncio.timeout(20),  # its length means nothing
        serve(let_in, "127.0.0.1", 0) as server,
        asyncio.TaskGroup() as group,
    ):
        port = server.sockets[0].getsockname()[1]
        person = Person(0, [f"ws://127.0.0.1:{port}"], Tally(), chance(7))
        later_s, time_s = 0.0, person._clock
        person._clock = lambda: time_s() + later_s
        group.create_task(person.live())
        for _ in range(2):
            socket = await came.get()
            await person.came.wait()
            later_s += 2 * AWAY_MOST_S
            await socket.close()
        socket = await came.get()
        person.leave()
        await socket.close()
