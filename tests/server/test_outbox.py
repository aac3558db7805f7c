"""What waits for a connection, within bounds."""

import asyncio

from protocol.codec import encode_plain
from protocol.codes import CloseCode
from server.outbox import Outbox
from tests.support.dialect import SHOUTED


async def test_messages_come_out_in_the_order_they_went_in() -> None:
    outbox = Outbox()
    for number in range(5):
        outbox.tell(bytes([number]))

    assert [await outbox.next() for _ in range(5)] == [bytes([n]) for n in range(5)]


async def test_reader_waits_for_the_next_message() -> None:
    outbox = Outbox()
    reading = asyncio.create_task(outbox.next())
    await asyncio.sleep(0)
    assert not reading.done()

    outbox.tell(b"word")

    assert await reading == b"word"


async def test_client_of_an_older_version_is_told_in_its_own_words() -> None:
    outbox = Outbox()
    outbox.dialect = SHOUTED

    outbox.tell(encode_plain({"op": "pong"}))

    assert await outbox.next() == encode_plain({"op": "PONG"})


async def test_queue_that_is_full_of_messages_is_lost_as_a_whole() -> None:
    # T-G01
    outbox = Outbox(most_messages=3)
    for number in range(4):
        outbox.tell(bytes([number]))
    outbox.tell(b"lost as well")

    assert await outbox.next() is None

    outbox.tell(b"snapshot")
    assert await outbox.next() == b"snapshot"


async def test_queue_that_is_full_of_bytes_is_lost_as_a_whole() -> None:
    outbox = Outbox(most_bytes=10)
    outbox.tell(bytes(6))
    outbox.tell(bytes(4))
    outbox.tell(b"x")

    assert await outbox.next() is None


async def test_room_is_free_again_once_messages_are_taken() -> None:
    outbox = Outbox(most_bytes=10)
    for _ in range(20):
        outbox.tell(bytes(10))
        assert await outbox.next() == bytes(10)


async def test_single_message_is_sent_however_long_it_is() -> None:
    outbox = Outbox(most_bytes=10)

    outbox.tell(bytes(500))

    assert await outbox.next() == bytes(500)


async def test_what_is_queued_is_sent_before_the_end() -> None:
    outbox = Outbox()
    outbox.tell(b"last words")
    assert not outbox.is_closing

    outbox.close(CloseCode.RATE)
    outbox.tell(b"too late")
    outbox.close(CloseCode.NORMAL)

    assert outbox.is_closing
    assert await outbox.next() == b"last words"
    assert await outbox.next() is CloseCode.RATE
    assert await outbox.next() is CloseCode.RATE


async def test_end_wakes_the_reader() -> None:
    outbox = Outbox()
    reading = asyncio.create_task(outbox.next())
    await asyncio.sleep(0)

    outbox.close(CloseCode.SUPERSEDED)

    assert await reading is CloseCode.SUPERSEDED


async def test_lost_queue_is_told_before_the_end() -> None:
    outbox = Outbox(most_messages=1)
    outbox.tell(b"one")
    outbox.tell(b"two")
    outbox.close(CloseCode.RESTART)

    assert await outbox.next() is None
    assert await outbox.next() is CloseCode.RESTART


async def test_message_is_written_at_once_while_the_writer_waits() -> None:
    outbox = Outbox()
    written: list[bytes] = []
    takes = [True, True, False, True]

    def write_now(frame: bytes) -> bool:
        if not takes.pop(0):
            return False
        written.append(frame)
        return True

    outbox.write_now = write_now
    outbox.tell(b"before the writer")
    assert await outbox.next() == b"before the writer"
    writer = asyncio.create_task(outbox.next())
    await asyncio.sleep(0)

    outbox.tell(b"one")
    outbox.tell(b"two")
    assert written == [b"one", b"two"]
    outbox.tell(b"has to wait")
    outbox.tell(b"waits behind it")

    assert await writer == b"has to wait"
    assert await outbox.next() == b"waits behind it"
    assert written == [b"one", b"two"]


async def test_nothing_overtakes_a_message_that_is_being_sent() -> None:
    outbox = Outbox()
    outbox.write_now = lambda _frame: True
    outbox.tell(b"one")
    assert await outbox.next() == b"one"

    outbox.tell(b"two")  # the writer is busy with the first

    assert await outbox.next() == b"two"
