"""Messages about a table as bytes, within the bounds of the protocol."""

from random import Random

from hypothesis import given

from engine.events import TrickWon
from engine.seats import SEATS
from protocol.limits import EVENTS_PER_MESSAGE, SNAPSHOT_BYTES, TO_CLIENT_BYTES
from protocol.to_client import Events, Snapshot
from server.hub.delivery import Telling, events_frames, snapshot_frame
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.table.anything import few
from tests.server.table.playing import Driven, dealt_table, running
from tests.server.translate.telling import EPOCH, position_at, steps_between, token_of
from tests.support.fakes import read
from tests.support.strategies import chances, dealt_at_random


def events_of(driven: Driven, after: int, last: int) -> list[Events]:
    steps = steps_between(driven, after, last)
    seats = [step.after.seat_of("p0") for step in steps]
    frames = events_frames(position_at(driven, last), steps, seats)
    found = []
    for frame in frames:
        message = read(frame)
        assert isinstance(message, Events)
        found.append(message)
    return found


def test_snapshot_names_its_position_and_reason() -> None:
    driven = running("p0")

    frame = snapshot_frame(position_at(driven, driven.version), ONLOOKER, "slow")

    message = read(frame)
    assert isinstance(message, Snapshot)
    assert (message.table, message.reason) == ("QWERT", "slow")
    assert (message.epoch, message.version, message.token) == (
        EPOCH,
        driven.version,
        token_of(driven.version),
    )


def test_events_name_their_position_time_and_token() -> None:
    driven = running("p0")
    last = driven.version

    (message,) = events_of(driven, last - 3, last)

    assert (message.first, message.last) == (last - 2, last)
    assert (message.epoch, message.token) == (EPOCH, token_of(last))
    assert message.at == driven.log[-1].at_ms
    assert message.situation is not None


def test_long_story_is_told_in_several_messages() -> None:
    driven = running("p0")
    driven.play_out()
    last = driven.version

    messages = events_of(driven, 1, last)

    assert [message.first for message in messages] == [2, 2 + EVENTS_PER_MESSAGE]
    assert messages[0].token == token_of(messages[0].last)
    assert messages[0].situation is None
    assert messages[-1].situation is not None
    assert messages[-1].last == last


@given(chances)
@few(15)
def test_everybody_is_told_the_same_as_when_told_alone(rng: Random) -> None:
    """Bytes that are shared hold nothing that was meant for one."""
    started = dealt_at_random(rng)
    driven = dealt_table(int(started.dealer), {}, started)
    driven.play_out()

    for last in range(2, driven.version + 1):
        steps, position = (
            steps_between(driven, last - 1, last),
            position_at(driven, last),
        )
        telling = Telling(position, steps)
        for user in ("p0", "p1", "p2", "p3", "an onlooker"):
            seats = [step.after.seat_of(user) for step in steps]
            assert telling.frames(seats) == events_frames(position, steps, seats)


def test_who_has_nothing_to_do_is_told_in_the_same_bytes() -> None:
    driven = running("p0", "p1", "p2", "p3")
    driven.play_out()
    last = next(
        version
        for version, stamped in enumerate(driven.log, 1)
        if isinstance(stamped.event, TrickWon)
    )
    winner = driven.states[last - 1].turn
    telling = Telling(position_at(driven, last), steps_between(driven, last - 1, last))

    told = {seat: telling.frames([seat]) for seat in (*SEATS, None)}

    assert winner is not None
    assert told.pop(winner) != told[None]
    assert all(frames is told[None] for frames in told.values())


@given(chances)
@few(15)
def test_messages_of_the_wildest_deals_keep_their_bounds(rng: Random) -> None:
    started = dealt_at_random(rng)
    driven = dealt_table(int(started.dealer), {}, started)
    driven.play_out()

    for after in range(1, driven.version, 7):
        last = min(driven.version, after + EVENTS_PER_MESSAGE)
        steps = steps_between(driven, after, last)
        seats = [step.after.seat_of("p0") for step in steps]
        for frame in events_frames(position_at(driven, last), steps, seats):
            assert len(frame) <= TO_CLIENT_BYTES
    for version in range(1, driven.version + 1, 5):
        recipient = Recipient(driven.states[version - 1].seat_of("p1"))
        frame = snapshot_frame(position_at(driven, version), recipient, "asked")
        assert len(frame) <= SNAPSHOT_BYTES
