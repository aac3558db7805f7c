"""Whole tables as they are shown: right, understood, and nothing that is hidden."""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from engine.cards import CARD_CODES
from engine.dealing import commitment_to
from engine.events import Event as DealEvent
from engine.seats import SEATS
from protocol.to_client import Snapshot
from server.table.commands import Answer, AskUndo, MakeClaim, StartDeal, WishPause
from server.table.deadlines import CLAIM_MS, PAUSE_MS, UNDO_MS
from server.table.events import DealBegan, Stamped
from server.table.evolve import evolve
from server.table.options import TableOptions
from server.table.seating import hash_of_password
from server.translate.recipient import ONLOOKER, Recipient
from server.translate.table_view import (
    options_data,
    settled_data,
    situation_data,
    view_data,
)
from tests.server.table.anything import USERS, few
from tests.server.table.playing import Driven, dealt_table, running, table
from tests.server.table.test_evolve import lived
from tests.server.translate.telling import (
    cards_in,
    folded_on,
    knowledge_of,
    known_by,
    newest_deal,
    secrets_in,
    shown,
    told,
)
from tests.support.fakes import read
from tests.support.knowledge import twin_of
from tests.support.strategies import chances

if TYPE_CHECKING:
    from server.table.state import TableState

PEOPLE = ("u-p0", "u-p1", "u-p2", "u-p3")
TWO = TableOptions(people=2, pace_ms=0, deals=2)


@pytest.mark.untraced
@given(chances)
@few(30)
def test_snapshots_show_nobody_more_than_they_may_know(rng: Random) -> None:
    # T-C04, T-C07
    driven = lived(rng)
    known = knowledge_of(driven)

    versions = range(1, driven.version + 1)
    for version in rng.sample(versions, min(25, len(versions))):
        for user in rng.sample((*USERS, "nobody"), 2):
            frame = shown(driven, user, version)
            seat = driven.states[version - 1].seat_of(user)
            assert isinstance(read(frame), Snapshot)
            assert not (cards_in(frame) - known[version - 1][seat]).bits
            assert secrets_in(frame, driven, version) == []


@pytest.mark.untraced
@given(chances)
@few(30)
def test_snapshot_is_what_a_client_knows_by_the_events(rng: Random) -> None:
    """At any version and for anybody, from any snapshot on."""
    driven = lived(rng)

    for user in rng.sample((*USERS, "nobody"), 2):
        known = None
        seat = None
        for version in range(1, driven.version + 1):
            # Whoever sits down or leaves is shown the table anew.
            moved = driven.states[version - 1].seat_of(user) != seat
            seat = driven.states[version - 1].seat_of(user)
            if known is None or moved:
                known = known_by(shown(driven, user, version))
                continue
            known = folded_on(known, told(driven, user, version - 1, version))
            if rng.random() < 0.25:
                assert known == known_by(shown(driven, user, version))


@pytest.mark.untraced
@given(chances)
@few(30)
def test_deals_that_a_seat_cannot_tell_apart_are_told_alike(rng: Random) -> None:
    # P6, T-C07: the same bytes, whatever the others hold.
    driven = running(*PEOPLE, seed=rng.getrandbits(32))
    for _ in range(rng.randrange(2, 70)):
        if driven.state.turn is not None:
            driven.act_on_turn()
    if not driven.state.deal_runs:
        return
    for user in rng.sample((*PEOPLE, "nobody"), 2):
        twin = twin_for(driven, user, rng)
        last = driven.version
        assert told(twin, user, 1, last) == told(driven, user, 1, last)
        for version in rng.sample(range(2, last + 1), min(8, last - 1)):
            assert told(twin, user, 1, version) == told(driven, user, 1, version)
            assert shown(twin, user, version) == shown(driven, user, version)


def twin_for(driven: Driven, user: str, rng: Random) -> Driven:
    """The same table with other cards where this user cannot see them."""
    began, happened = newest_deal(driven, driven.version)
    assert began is not None
    seat = driven.state.seat_of(user)
    started, others = twin_of(began.started, happened, seat, rng)
    left = list(others)
    log: list[Stamped] = []
    states: list[TableState] = [driven.states[0]]
    for version, stamped in enumerate(driven.log, 1):
        event = stamped.event
        if isinstance(event, DealBegan):
            event = replace(event, started=started)
        elif isinstance(event, DealEvent):
            event = left.pop(0)
        log.append(replace(stamped, event=event))
        if version > 1:
            states.append(evolve(states[-1], log[-1], version))
    return Driven(log, states, driven.now_ms)


def test_twins_differ_in_what_is_hidden() -> None:
    """The test above would be worth nothing with twins that are the same."""
    driven = running(*PEOPLE)
    for _ in range(20):
        driven.act_on_turn()

    twin = twin_for(driven, PEOPLE[0], Random(5))  # noqa: S311

    assert twin.state != driven.state
    last = driven.version
    assert told(twin, PEOPLE[1], 1, last) != told(driven, PEOPLE[1], 1, last)


# ---------------------------------------------------------------------------- views


def test_onlooker_sees_hands_as_numbers_until_the_deal_is_settled() -> None:
    # D10
    driven = dealt_table(0, {})
    running_view = view_data(driven.state, ONLOOKER)
    assert running_view["you"] is None
    assert running_view["deal"]["hand"] is None
    assert running_view["deal"]["counts"] == [17, 15, 15, 15]

    driven.play_out()

    settlement = view_data(driven.state, ONLOOKER)["deal"]["settlement"]
    hands = [card for hand in settlement["hands"] for card in hand]
    assert sorted(hands) == sorted(CARD_CODES)


def test_waiting_table_shows_its_seats_and_its_promise() -> None:
    driven = table(TWO)
    driven.sit("u-p0")
    secret = driven.state.next_secret

    view = view_data(driven.state, ONLOOKER)

    assert view["options"]["deals"] == 2
    assert view["seats"][0] == {
        "occupant": "person",
        "name": "U-P0",
        "level": None,
        "control": "person",
        "connected": True,
        "ready": False,
        "wants_pause": False,
        "bank_ms": 0,
        "extra_time": False,
        "lag_ms": 0,
        "lag_left_ms": 0,
    }
    assert view["seats"][1] == {
        "occupant": "empty",
        "name": None,
        "level": None,
        "control": None,
        "connected": False,
        "ready": False,
        "wants_pause": False,
        "bank_ms": 0,
        "extra_time": False,
        "lag_ms": 0,
        "lag_left_ms": 0,
    }
    assert view["commitment"] == commitment_to(secret)
    assert (view["deal"], view["closed"], view["host"]) == (None, None, None)


def test_settled_deal_shows_what_it_was_drawn_from() -> None:
    driven = running("u-p0", options=TWO)
    assert driven.state.deal is not None
    secret = driven.state.deal.secret
    driven.play_out()
    assert driven.state.deal is not None
    settlement = driven.state.deal.state.settlement
    assert settlement is not None

    data = settled_data(driven.state.deal, settlement)

    assert data["secret"] == secret
    assert data["entropies"] == [None] * 4
    assert data["dealer_drawn"] is True
    assert data["names"] == ["U-P0", "bot-1", "bot-2", "bot-3"]


# ------------------------------------------------------------------------ situation


def test_situation_offers_each_seat_its_own_cards_only() -> None:
    driven = dealt_table(0, {1: "BQ BC", 2: "BR MT"})
    discarding = [situation_data(driven.state, Recipient(seat)) for seat in SEATS]
    assert [bool(data["discardable"]) for data in discarding] == [True] + [False] * 3
    driven.act_on_turn()
    asked = [situation_data(driven.state, Recipient(seat)) for seat in SEATS]

    assert [data["turn"] for data in asked] == [1] * 4
    assert [data["phase"] for data in asked] == ["declare"] * 4
    assert [data["offer"] is None for data in asked] == [True, False, True, True]
    assert [bool(data["legal"]) for data in asked] == [False, True, False, False]


def test_situation_of_a_closed_table_asks_for_nothing() -> None:
    driven = dealt_table(0, {})
    closed = replace(driven.state, closed="idle")

    data = situation_data(closed, Recipient(SEATS[0]))

    assert data == {
        "phase": "closed",
        "turn": None,
        "deadline": None,
        "legal": [],
        "discardable": [],
        "offer": None,
        "led": None,
        "winning": None,
        "asked": None,
    }


def test_deadline_is_that_of_the_absent_person_on_turn() -> None:
    driven = dealt_table(1, {})
    assert situation_data(driven.state, ONLOOKER)["deadline"] is None

    driven.lose("p2")
    assert situation_data(driven.state, ONLOOKER)["deadline"] is None

    driven.lose("p1")
    deadline = situation_data(driven.state, ONLOOKER)["deadline"]
    assert deadline == driven.now_ms + driven.state.options.grace_ms


@pytest.mark.parametrize("declares", [True, False])
def test_declaration_shows_what_counts_or_that_there_is_none(*, declares: bool) -> None:
    kings = "SR BR CR S10 S9 S8 S7 B10 B9 B8 B7 C10 C9 C8 C7"
    nothing = "SR BR SA S10 S9 S8 S7 B10 B9 B8 B7 C10 C9 C8 C7"
    driven = dealt_table(0, {1: kings if declares else nothing})
    driven.act_on_turn()
    driven.act_on_turn()

    (declared,) = [
        one
        for one in view_data(driven.state, ONLOOKER)["deal"]["declarations"]
        if one is not None
    ]

    assert declared["skipped"] is not declares
    if declares:
        assert declared["score"]["public_cards"] == ["SR", "BR", "CR"]


# -------------------------------------------------------------------------- options


def test_password_of_a_table_is_never_shown() -> None:
    options = TableOptions(password_hash=hash_of_password("tre re", bytes(16)))

    data = options_data(options)

    assert data["password"] is True
    assert options.password_hash not in data.values()
    assert options_data(TableOptions())["password"] is False


def test_clock_of_a_turn_is_shown_to_everybody() -> None:
    driven = dealt_table(0, {}, options=TableOptions(turn_ms=9_000, bank_ms=1_000))

    data = situation_data(driven.state, ONLOOKER)

    assert data["deadline"] == driven.now_ms + 10_000


def test_wait_of_a_bot_is_nobodys_business() -> None:
    driven = running("u-p0", options=TableOptions(people=1, pace_ms=900))
    while driven.state.turn == 0:
        driven.act_on_turn()

    assert situation_data(driven.state, ONLOOKER)["deadline"] is None


def test_next_deal_has_the_deadline_of_its_ready_check() -> None:
    driven = table(TableOptions(fill_ms=60_000))
    driven.sit("u-p0", "u-p1")
    filled_ms = driven.now_ms + 60_000
    assert situation_data(driven.state, ONLOOKER)["deadline"] == filled_ms

    driven.do(StartDeal("u-p0"))

    assert situation_data(driven.state, ONLOOKER)["deadline"] == driven.now_ms + 30_000


def test_who_is_asked_to_agree_is_told_so_until_answered() -> None:
    driven = dealt_table(0, {}, options=TableOptions(pace_ms=0, undo=True))
    while driven.state.deal is None or not driven.state.deal.state.trick:
        driven.act_on_turn()
    driven.do(AskUndo("p1"))

    def asked() -> list[str | None]:
        return [situation_data(driven.state, Recipient(s))["asked"] for s in SEATS]

    assert asked() == ["undo", None, "undo", "undo"]
    assert situation_data(driven.state, ONLOOKER)["asked"] is None
    assert situation_data(driven.state, ONLOOKER)["deadline"] == (
        driven.now_ms + UNDO_MS
    )
    driven.do(Answer("p2", agrees=True))
    assert asked() == ["undo", None, None, "undo"]
    driven.do(Answer("p3", agrees=False))
    assert asked() == [None] * 4


def test_opponents_are_asked_to_believe_a_claim() -> None:
    driven = dealt_table(0, {}, options=TableOptions(pace_ms=0))
    while driven.state.deal is None or len(driven.state.deal.state.tricks) < 4:
        driven.act_on_turn()
    leader = driven.state.turn
    assert leader is not None
    driven.do(MakeClaim(f"p{leader}", ours=False))

    asked = [situation_data(driven.state, Recipient(s))["asked"] for s in SEATS]

    assert [word == "claim" for word in asked] == [s % 2 != leader % 2 for s in SEATS]
    assert situation_data(driven.state, ONLOOKER)["deadline"] == (
        driven.now_ms + CLAIM_MS
    )


def test_deadline_in_a_pause_is_its_end() -> None:
    driven = dealt_table(0, {}, options=TableOptions(turn_ms=9_000))
    for seat in SEATS:
        driven.do(WishPause(f"p{seat}", wish=True))

    assert situation_data(driven.state, ONLOOKER)["deadline"] == (
        driven.now_ms + PAUSE_MS
    )
