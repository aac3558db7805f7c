"""The audit of what is told: silent about what may be, loud about a hidden card."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import given
from structlog.testing import capture_logs
from structlog.typing import EventDict

from engine.plain import codes
from engine.seats import SEATS
from server.hub.delivery import events_frames, snapshot_frame
from server.hub.history import Position
from server.hub.leak_audit import LeakAudit
from server.hub.past import DealSoFar
from server.metrics import Metrics
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.hub.nodes import world
from tests.server.table.anything import USERS, few
from tests.server.table.playing import running
from tests.server.table.test_evolve import lived
from tests.server.translate.telling import position_at, steps_between
from tests.support.counting import CountingInstruments
from tests.support.fakes import SeededChance
from tests.support.strategies import chances

FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


class Audited:
    """An audit of a share of all messages, and what it counts."""

    def __init__(self, share: float = 1) -> None:
        self.counts = CountingInstruments()
        self.audit = LeakAudit(share, SeededChance(1), Metrics(self.counts))

    @property
    def leaks(self) -> int:
        """How often a hidden card was found."""
        return self.counts.count("broken_promises", "projection_violation")

    def looked(self, op: str) -> int:
        """At how many messages it has looked."""
        return self.counts.count("frames_audited", op)

    @property
    def faults(self) -> int:
        """How often the audit itself failed."""
        return self.counts.count("faults", "audit")


@given(chances)
@few(30)
def test_what_is_told_rightly_raises_no_alarm(rng: Random) -> None:
    # Claims, undone cards, persons in bots' seats and several deals among it.
    driven = lived(rng)
    audited = Audited()

    for user in (*USERS, "nobody"):
        version = rng.randrange(1, driven.version)
        steps = steps_between(driven, version, driven.version)
        seats = tuple(step.after.seat_of(user) for step in steps)
        position = position_at(driven, driven.version)
        told = events_frames(position, steps, seats)
        audited.audit.look_at_events({seats: told}, steps)
        early = position_at(driven, version)
        seat = early.state.seat_of(user)
        shown = snapshot_frame(early, Recipient(seat), "asked")
        audited.audit.look_at_whole(shown, early.state, seat)

        page = DealSoFar(early, steps).page_after(None)
        now = position.state.seat_of(user)
        audited.audit.look_at_past(
            page.frame(Recipient(now)), early.state, page.steps, now
        )

    assert (audited.leaks, audited.faults) == (0, 0)
    assert audited.looked("past") == len(USERS) + 1
    assert audited.looked("snapshot") == len(USERS) + 1
    assert audited.looked("events") >= len(USERS) + 1


def test_hand_that_is_shown_to_another_seat_is_found() -> None:
    driven = running("u-ann", "u-bob")
    position = position_at(driven, driven.version)
    audited = Audited()
    for seat in (SEATS[0], SEATS[1]):
        frame = snapshot_frame(position, Recipient(seat), "asked")
        audited.audit.look_at_whole(frame, position.state, seat)
    assert audited.leaks == 0

    of_first = snapshot_frame(position, Recipient(SEATS[0]), "asked")
    for other in (SEATS[1], None):
        audited.audit.look_at_whole(of_first, position.state, other)

    assert audited.leaks == 2


def test_hidden_card_is_found_in_any_item_and_in_what_comes_next() -> None:
    driven = running("u-ann", "u-bob")
    for _ in range(6):
        driven.act_on_turn()
    steps = steps_between(driven, driven.version - 4, driven.version)
    seats = (None,) * len(steps)
    position = position_at(driven, driven.version)
    (frame,) = events_frames(position, steps, seats)
    deal = position.state.deal
    assert deal is not None
    (hidden, *_) = codes(deal.state.hands[2])
    places: list[Any] = [msgpack.unpackb(frame) for _ in range(3)]
    places[0]["items"][0]["later"] = [{"deep": hidden}]
    places[1]["items"][-1]["later"] = hidden
    places[2]["situation"]["legal"] = [hidden]

    for number, place in enumerate(places, 1):
        audited = Audited()
        audited.audit.look_at_events({seats: [msgpack.packb(place)]}, steps)
        assert audited.leaks == 1, number


def test_hidden_card_is_found_in_what_is_told_once_more() -> None:
    driven = running("u-ann", "u-bob")
    start = position_at(driven, driven.version)
    before = driven.version
    for _ in range(6):
        driven.act_on_turn()
    page = DealSoFar(start, steps_between(driven, before, driven.version)).page_after(
        None
    )
    deal = start.state.deal
    assert deal is not None
    (hidden, *_) = codes(deal.state.hands[2])
    message: Any = msgpack.unpackb(page.frame(ONLOOKER))
    message["items"][0]["later"] = hidden
    of_a_seat = page.frame(Recipient(SEATS[2]))
    told = (start.state, page.steps)
    audited = Audited()

    audited.audit.look_at_past(msgpack.packb(message), *told, None)
    audited.audit.look_at_past(of_a_seat, *told, SEATS[2])
    audited.audit.look_at_past(of_a_seat, *told, SEATS[0])
    Audited(0).audit.look_at_past(of_a_seat, *told, SEATS[0])

    assert (audited.leaks, audited.faults) == (2, 0)


def test_person_who_is_called_like_a_card_raises_no_alarm() -> None:
    driven = running("u-ann", "u-bob")
    position = position_at(driven, driven.version)
    message: Any = msgpack.unpackb(snapshot_frame(position, ONLOOKER, "asked"))
    message["view"]["seats"][0]["name"] = "AN"
    audited = Audited()

    audited.audit.look_at_whole(msgpack.packb(message), position.state, None)

    assert audited.leaks == 0


def test_share_of_the_messages_is_looked_at() -> None:
    driven = running("u-ann", "u-bob")
    position = position_at(driven, driven.version)
    frame = snapshot_frame(position, ONLOOKER, "asked")
    looked = {}
    for share in (0, 0.25, 1):
        audited = Audited(share)
        for _ in range(400):
            audited.audit.look_at_whole(frame, position.state, None)
        looked[share] = audited.looked("snapshot")

    assert (looked[0], looked[1]) == (0, 400)
    assert 60 <= looked[0.25] <= 140


def test_message_that_cannot_be_looked_at_harms_nobody() -> None:
    driven = running("u-ann", "u-bob")
    steps = steps_between(driven, driven.version - 1, driven.version)
    audited = Audited()

    audited.audit.look_at_events({(None,): [b"\xc1"]}, steps)
    audited.audit.look_at_whole(b"\xc1", driven.state, None)

    assert audited.faults == 2


async def test_card_that_a_server_tells_by_mistake_is_counted(
    monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    # P17: whatever the fault in what makes the views, the bytes show it.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        node.copies.audit = LeakAudit(1, SeededChance(1), node.copies.metrics)
        node.copies.drop(await node.live(table := await all_of.opened(*FOUR)))
        onlooker = await node.look(table, "eve")
        await all_of.act(node, table)
        assert node.counts.count("broken_promises", "projection_violation") == 0

        def as_to_a_seat(
            position: Position, _to: Recipient, reason: str, said: int
        ) -> bytes:
            return snapshot_frame(position, Recipient(SEATS[0]), reason, said=said)

        monkeypatch.setattr("server.hub.live_table.snapshot_frame", as_to_a_seat)
        live = await node.live(table)
        live.tell_whole(onlooker, "slow")

        assert node.counts.count("broken_promises", "projection_violation") == 1
        (entry,) = logged
        assert entry["event"] == "a hidden card was told"
        assert set(entry) == {"event", "log_level", "op", "table", "count"}
