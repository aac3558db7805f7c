"""A recorded deal event by event, from any viewpoint."""

from typing import Any

import pytest

from client_cli.offline.history import (
    Happened,
    discards_seen,
    event_seen,
    hands_seen,
    history_of,
    next_trick,
)
from engine.cards import card_of
from engine.deal import evolve, start
from engine.events import DealStarted, TrickWon
from engine.record import read_record, record_of
from engine.seats import SEATS, Seat
from engine.view import view_of
from protocol.fold import Known, fold
from protocol.to_client import Events
from protocol.views import DealView
from tests.client_cli.pretend import EPOCH, TABLE
from tests.client_cli.records import random_record
from tests.client_cli.situations import known_with, view_of_seat
from tests.support.play import Played, chance, played_at_random
from tests.support.strategies import dealt_at_random

EVERY = [None, *SEATS]


def a_played_deal(seed: int) -> Played:
    return played_at_random(dealt_at_random(chance(seed)), chance(seed))


def history(seed: int) -> tuple[Happened, ...]:
    return history_of(read_record(random_record(seed)))


@pytest.mark.parametrize("seed", range(3))
def test_history_is_the_deal_as_it_was_played(seed: int) -> None:
    """Skips that a card implied are told as events, like those that were said."""
    played = a_played_deal(seed)

    found = history_of(read_record(record_of(played.end)))

    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert [one.event for one in found] == [played.started, *played.events]
    assert [one.state for one in found] == list(played.states)


@pytest.mark.parametrize("seed", range(3))
def test_seat_sees_what_its_view_held_at_each_event(seed: int) -> None:
    played = a_played_deal(seed)
    found = history_of(read_record(record_of(played.end)))

    for happened, state in zip(found, played.states, strict=True):
        for seat in SEATS:
            view = view_of(state, seat)
            assert hands_seen(happened.state, seat) == {seat: view.hand}
            seen = [card_of(code) for code in discards_seen(happened.state, seat)]
            assert tuple(seen) == (view.discards or ())


@pytest.mark.parametrize("seat", SEATS)
def test_events_lead_a_client_from_one_view_to_the_next(seat: Seat) -> None:
    """What a seat is shown is what a server would have told it: a client can fold it."""
    known: Known | Any = known_with(view_of_seat(you=seat, deal=None), version=0)
    for happened in history(5)[:-1]:
        data = event_seen(happened, seat)
        data.pop("n")
        extra: dict[str, dict[str, Any]] = {
            "deal_started": {"deal": 1},
            "card_played": {"by": "person"},
        }
        message = {
            "table": TABLE,
            "epoch": EPOCH,
            "first": happened.number,
            "token": bytes(8),
            "at": 1,
            "items": [{**data, **extra.get(data["kind"], {})}],
            "situation": None,
        }
        known = fold(known, Events.model_validate(message))
        assert isinstance(known, Known)
        deal = known.view.deal
        assert isinstance(deal, DealView)
        view = view_of(happened.state, seat)
        assert deal.hand == view.hand.codes
        assert deal.counts == view.public.hand_sizes
        assert tuple(map(card_of, deal.trick)) == view.public.trick
        assert deal.tricks_won == view.public.tricks_won
        assert tuple(map(card_of, deal.discards or ())) == (view.discards or ())


def test_open_view_shows_every_hand_and_the_discards() -> None:
    dealt, discarded, *_ = history(1)
    assert isinstance(dealt.event, DealStarted)

    assert hands_seen(dealt.state, None) == dict(
        zip(SEATS, dealt.event.hands, strict=True)
    )
    assert discards_seen(dealt.state, None) == []
    assert len(discards_seen(discarded.state, None)) == 2
    shown = event_seen(dealt, None)
    assert "hand" not in shown
    assert shown["hands"] == [list(hand.codes) for hand in dealt.event.hands]
    assert event_seen(discarded, None)["cards"] == discards_seen(discarded.state, None)


@pytest.mark.parametrize("viewpoint", EVERY)
def test_end_of_a_deal_tells_everything_to_everybody(viewpoint: Seat | None) -> None:
    *_, last = history(1)
    dealt = history(1)[0]
    assert isinstance(dealt.event, DealStarted)

    data = event_seen(last, viewpoint)

    assert data["kind"] == "deal_settled"
    assert data["hands"] == [list(hand.codes) for hand in dealt.event.hands]
    assert len(data["teams"]) == 2


@pytest.mark.parametrize("seat", SEATS)
def test_hidden_cards_stay_hidden_until_then(seat: Seat) -> None:
    dealt, discarded, *_ = history(2)
    assert isinstance(dealt.event, DealStarted)
    dealer = dealt.event.dealer

    assert event_seen(dealt, seat)["hand"] == list(dealt.event.hands[seat].codes)
    assert "hands" not in event_seen(dealt, seat)
    assert (event_seen(discarded, seat)["cards"] is None) == (seat != dealer)


def test_next_trick_is_the_next_event_that_ends_one() -> None:
    found = history(1)
    ends = [one.number for one in found if isinstance(one.event, TrickWon)]

    assert next_trick(found, 1) == ends[0]
    assert next_trick(found, ends[0]) == ends[1]
    assert next_trick(found, ends[14]) == len(found)


def test_states_are_those_of_the_rules() -> None:
    dealt, second, *_ = history(4)
    assert isinstance(dealt.event, DealStarted)
    assert not isinstance(second.event, DealStarted)

    assert dealt.state == start(dealt.event)
    assert second.state == evolve(dealt.state, second.event)
