"""What a person's return costs a server, sockets and store aside.

python -m tests.bench.returns

The people of tables in the middle of a deal lose their connections to one server and
come back to another one, which knows nothing of the tables yet. Time is that of the
processor, so that it means something on a busy machine too.
"""

import asyncio
import time

from protocol.codec import encode_to_server
from protocol.to_client import Events
from protocol.to_server import Resync
from tests.server.door.visitors import House, Visitor, four_seated, hello, house

TABLES = 30
MOVES = 45


async def main() -> None:
    """Play, and let everybody leave and come back; print what one of them costs."""
    async with house(2, tables_per_minute=TABLES, messages_per_s=1_000) as doors:
        groups = [await _played(doors) for _ in range(TABLES)]
        lost_s = returned_s = 0.0
        for people in groups:
            words = [_words_of(person) for person in people]
            begun_s = time.process_time()
            for person in people:
                await person.connection.aclose()
            gone_s = time.process_time()
            for messages in words:
                again = doors.knock(1).connection
                for message in messages:
                    await again.take(message)
            lost_s += gone_s - begun_s
            returned_s += time.process_time() - gone_s
    count = sum(map(len, groups))
    print(f"{count} people, us of processor for each of them")
    print(f"  to leave      {1e6 * lost_s / count:7.0f}")
    print(f"  to come back  {1e6 * returned_s / count:7.0f}")


async def _played(doors: House) -> list[Visitor]:
    """The people of a table in the middle of a deal."""
    table, people = await four_seated(doors, people=4)
    for _ in range(MOVES):
        await doors.world.act(doors.world.nodes[0], table)
    for person in people:
        await person.hear()
    return people


def _words_of(person: Visitor) -> tuple[bytes, bytes]:
    """What somebody says who comes back."""
    table = person.last(Events).table
    at = person.known(table).mark
    resync = Resync(table=table, epoch=at.epoch, version=at.version, token=at.token)
    return (
        encode_to_server(hello(person.name, person.token)),
        encode_to_server(resync),
    )


if __name__ == "__main__":
    asyncio.run(main())
