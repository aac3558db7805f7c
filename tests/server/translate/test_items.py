"""Events as they are told: complete, understood by clients, and to nobody too much."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given

from engine.dealing import commitment_to
from engine.errors import BrokenInvariant
from engine.events import Declared, Skipped
from engine.seats import SEATS
from protocol.items import KINDS, SeatTaken
from protocol.to_client import Events
from server.table.commands import GiveUpSeat
from server.table.events import (
    Author,
    DealPromised,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    Stamped,
    TableEvent,
)
from server.table.options import TableOptions
from server.translate.items import item_for
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.table.anything import USERS, few
from tests.server.table.playing import dealt_table, running, table
from tests.server.table.test_evolve import lived
from tests.server.translate.telling import (
    cards_in,
    knowledge_of,
    secrets_in,
    told,
)
from tests.support.fakes import read
from tests.support.play import chance
from tests.support.strategies import chances

ANN, BOB = "u-ann", "u-bob"
TWO = TableOptions(people=2, pace_ms=0, deals=2)


@given(chances)
@few(30)
def test_events_tell_nobody_more_than_they_may_know(rng: Random) -> None:
    # T-C04, T-C08: every frame, to every recipient, onlookers among them.
    driven = lived(rng)
    known = knowledge_of(driven)

    for version in range(2, driven.version + 1):
        for user in rng.sample((*USERS, "nobody"), 2):
            (frame,) = told(driven, user, version - 1, version)
            state = driven.states[version - 1]
            seat = state.seat_of(user)
            assert isinstance(read(frame), Events)
            assert not (cards_in(frame) - known[version - 1][seat]).bits
            assert secrets_in(frame, driven, version) == []


@pytest.mark.parametrize("hands", [200, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.timeout(600)
def test_hand_after_hand_nobody_is_told_a_card_that_he_cannot_know(hands: int) -> None:
    """T-C04: of deals that are played out, every event to everybody."""
    for seed in range(hands):
        driven = running(*USERS[:4], seed=seed)
        driven.play_out()
        known = knowledge_of(driven)
        for version in range(2, driven.version + 1):
            state = driven.states[version - 1]
            for user in (*USERS[:4], "nobody"):
                (frame,) = told(driven, user, version - 1, version)
                seat = state.seat_of(user)
                assert not (cards_in(frame) - known[version - 1][seat]).bits, seed
                assert secrets_in(frame, driven, version) == [], seed


def test_every_kind_of_item_is_told_at_some_table() -> None:
    kinds = set()
    seen = set()
    # The first ones are known to tell most of them; what they tell is not fixed.
    for seed in (15, 156, 122, 33, 9, 6, *range(400)):
        driven = lived(chance(seed))
        for version in range(1, driven.version + 1):
            if type(driven.events[version - 1]) not in seen:
                seen.add(type(driven.events[version - 1]))
                (frame,) = told(driven, ANN, version - 1, version)
                kinds |= kinds_in(frame)
        if len(seen) == len(get_args(TableEvent)) - 2:
            break
    for repair in (HistoryRewound(3), HistoryRestored(), HandsLookedAt()):
        stamped = Stamped(repair, 1, Author.SERVER)
        kinds.add(str(item_for(stamped, table().state, ONLOOKER)["kind"]))
    driven = table(TWO)
    driven.sit(ANN)
    driven.do(GiveUpSeat(ANN))
    kinds |= kinds_in(told(driven, ANN, 0, driven.version)[0])

    assert kinds == KINDS


def kinds_in(frame: bytes) -> set[str]:
    message = read(frame)
    assert isinstance(message, Events)
    return {item.kind for item in message.items}


def test_message_has_one_item_for_each_version() -> None:
    # P4: what may not be told is told as hidden, in its place.
    driven = running(ANN, BOB, options=TWO)
    driven.play_out()

    frames = told(driven, ANN, 0, driven.version)

    messages = [message for message in map(read, frames) if isinstance(message, Events)]
    assert [message.first for message in messages] == [1, 65]
    assert [len(message.items) for message in messages] == [64, driven.version - 64]
    assert [message.situation is None for message in messages] == [True, False]
    assert messages[0].items[0].kind == "hidden"
    assert messages[-1].last == driven.version


def test_promise_is_told_as_its_commitment() -> None:
    driven = table()
    (promise,) = [e for e in driven.events if isinstance(e, DealPromised)]

    item = item_for(driven.log[1], driven.state, ONLOOKER)

    assert item == {
        "kind": "deal_committed",
        "deal": 1,
        "commitment": commitment_to(promise.secret),
    }


def test_own_seat_is_told_as_ones_own() -> None:
    driven = table()
    driven.sit(ANN)

    for user, you in ((ANN, True), (BOB, False)):
        (frame,) = told(driven, user, driven.version - 1, driven.version)
        message = read(frame)
        assert isinstance(message, Events)
        (item,) = message.items
        assert isinstance(item, SeatTaken)
        assert (item.you, item.seat, item.name, item.host) == (you, 0, "U-Ann", None)


def test_discard_is_told_to_the_dealer_alone() -> None:
    # A40
    driven = dealt_table(0, {})
    driven.act_on_turn()
    stamped, state = driven.log[-1], driven.state

    told_cards = [item_for(stamped, state, Recipient(seat))["cards"] for seat in SEATS]

    assert told_cards[0] is not None
    assert told_cards[1:] == [None] * 3
    assert item_for(stamped, state, ONLOOKER)["cards"] is None


def test_hand_is_told_to_its_seat_alone() -> None:
    driven = dealt_table(2, {1: "SR BR"})
    stamped, state = driven.log[-1], driven.state

    items = [item_for(stamped, state, Recipient(seat)) for seat in SEATS]

    assert {"SR", "BR"} <= set(items[1]["hand"])
    hands = [set(item["hand"]) for item in items]
    assert [len(hand) for hand in hands] == [15, 15, 17, 15]
    assert len(set.union(*hands)) == 62
    assert item_for(stamped, state, ONLOOKER)["hand"] is None


@pytest.mark.parametrize(
    ("author", "by"),
    [
        (Author.PERSON, "person"),
        (Author.BOT, "bot"),
        (Author.TIMER, "timer"),
        (Author.SERVER, "claim"),
    ],
)
def test_played_card_says_by_whom(author: Author, by: str) -> None:
    driven = dealt_table(0, {})
    driven.act_on_turn()
    driven.act_on_turn()
    while not driven.state.deal or not driven.state.deal.state.trick:
        driven.act_on_turn()
    played = Stamped(driven.log[-1].event, 1, author)

    assert item_for(played, driven.state, ONLOOKER)["by"] == by


def test_seat_left_in_a_deal_is_told_as_the_bot_that_plays_on() -> None:
    driven = running(ANN, BOB, options=TWO)
    driven.do(GiveUpSeat(BOB))

    item = item_for(driven.log[-1], driven.state, Recipient(SEATS[0]))

    assert (item["kind"], item["occupant"], item["name"]) == (
        "seat_taken",
        "bot",
        "bot-1",
    )


def test_event_without_its_deal_is_a_fault_of_ours() -> None:
    state = table().state

    for event in (Skipped(SEATS[0]), Declared(SEATS[0])):
        with pytest.raises(BrokenInvariant):
            _ = item_for(Stamped(event, 1, Author.BOT), state, ONLOOKER)["seat"]
