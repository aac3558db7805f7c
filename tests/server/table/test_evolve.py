"""Whatever is asked of a table, its history stays legal and its state is the fold."""

from random import Random

import pytest
from hypothesis import given

from engine.actions import Action, PlayCard
from engine.errors import BrokenInvariant
from engine.events import (
    DealSettled,
    DealStarted,
    Skipped,
    TakenBack,
)
from engine.seats import SEATS
from server.table.deadlines import (
    ARCHIVE,
    BOT,
    CLAIM,
    FILL,
    IDLE,
    PAUSE,
    READY,
    TURN,
    UNDO,
    deadlines_of,
)
from server.table.decide import decide
from server.table.events import (
    Author,
    DealBegan,
    DealPromised,
    MatchBegan,
    SeatLeft,
    Stamped,
    TableClosed,
    TableEvent,
)
from server.table.evolve import evolve, opened
from server.table.refusal import Refused
from server.table.state import Control, TableState
from tests.server.table.anything import USERS, any_command, any_options, few, sensible
from tests.server.table.playing import Driven, folded, running, table
from tests.support.deal_model import DealModel
from tests.support.play import action_behind
from tests.support.strategies import chances

STEPS = 150


def lived(rng: Random) -> Driven:
    """A table at which people, bots and clocks did this and that."""
    driven = table(any_options(rng), seed=rng.getrandbits(32))
    for _ in range(STEPS):
        driven.now_ms += rng.choice((0, 0, 5, 1_000, 35_000, 300_000))
        if rng.random() < 0.6 and sensible(driven):
            continue
        command = any_command(driven, rng)
        before = driven.state
        try:
            outcome = decide(before, command, driven.circumstances())
        except Refused:
            assert driven.state is before
            continue
        driven.take(outcome)
        check_deadlines(driven.state)
    return driven


def check_deadlines(state: TableState) -> None:
    """A table that is open is waited for by somebody, a person or a clock."""
    due = deadlines_of(state)
    assert all(at_ms > 0 for at_ms in due.values())
    assert (ARCHIVE in due) == state.wants_archiving
    due.pop(ARCHIVE, None)
    if state.closed is not None:
        assert due == {}
    elif not any(held.connected for held in state.seats):
        assert list(due) == [IDLE]
    elif state.paused_since_ms:
        assert PAUSE in due
        assert not due.keys() & {BOT, TURN, CLAIM, UNDO}
    elif state.turn is not None:
        assert expected_of_deal(state) <= due.keys()
        assert not due.keys() & {FILL, READY, IDLE, PAUSE}
    elif state.ready_since_ms:
        assert READY in due


def expected_of_deal(state: TableState) -> set[str]:
    """What must bring a running deal on, unless a connected person has all the time."""
    assert state.turn is not None
    assert state.deal is not None
    held = state.seats[state.turn]
    absent = {f"grace:{state.turn}"} if held.control is Control.GRACE else set()
    if state.deal.claim is not None:
        return {CLAIM} | absent
    if state.deal.undo is not None:
        return {UNDO} | absent
    if held.control is Control.BOT:
        return {BOT}
    return absent | ({TURN} if state.has_clock else set())


@given(chances)
@few(60)
def test_history_is_legal_and_state_is_its_fold(rng: Random) -> None:
    # T-L02, T-L03: judged by a model that is written from the rules alone.
    driven = lived(rng)

    assert folded(driven) == driven.state
    check_history(driven.events)
    check_seats(driven)
    check_match(driven)
    check_hands(driven)


def check_history(events: list[TableEvent]) -> None:
    """Follow the deals of a history card by card."""
    model: DealModel | None = None
    started: DealStarted | None = None
    happened: list[Action] = []
    for event in events:
        if isinstance(event, DealBegan):
            assert model is None or model.turn is None
            started, happened = event.started, []
            model = DealModel(started)
        elif isinstance(event, DealSettled):
            assert model is not None
            assert model.turn is None
        elif isinstance(event, TakenBack):
            # What the next seat has said since then still stands (H44).
            assert started is not None
            card = PlayCard(event.seat, event.card)
            (*_, last) = (done for done in happened if isinstance(done, PlayCard))
            assert last == card
            happened.remove(card)
            model = DealModel(started)
            for done in happened:
                model.follow(done)
        action = action_behind(event)
        if action is not None:
            assert model is not None
            assert model.allows(action)
            model.follow(action)
            happened.append(action)


def check_seats(driven: Driven) -> None:
    """Each user holds one seat, and each seat has one who acts, or is empty."""
    for state in driven.states:
        users = [held.person.user for held in state.seats if held.person]
        assert len(users) == len(set(users))
        for held in state.seats:
            empty = held.person is None and held.bot_level is None
            assert empty is (held.control is Control.NOBODY)
            assert not (held.person is None and held.connected)
    for seat in SEATS:
        generations = [state.seats[seat].generation for state in driven.states]
        assert generations == sorted(generations)


def check_match(driven: Driven) -> None:
    """The match is the sum of its settled deals, and nothing follows the closing."""
    total, count = [0, 0], 0
    for stamped, state in zip(driven.log, driven.states, strict=True):
        if isinstance(stamped.event, MatchBegan):
            total, count = [0, 0], 0
        elif isinstance(stamped.event, DealSettled):
            assert state.deal is not None
            assert state.deal.state.settlement is not None
            for team, score in enumerate(state.deal.state.settlement.teams):
                total[team] += score.total
            count += 1
        assert list(state.match) == total
        assert state.deals_played == count <= state.options.deals
    closings = [n for n, e in enumerate(driven.events) if isinstance(e, TableClosed)]
    assert closings in ([], [driven.version - 1])


def check_hands(driven: Driven) -> None:
    """Nobody who has seen one hand of a deal acts for another (H57)."""
    for state in driven.states:
        if state.deal is None or not state.deal_runs:
            continue
        for user in USERS:
            seat = state.seat_of(user)
            seen = {s for s in SEATS if user in state.deal.holders[s]}
            assert seen <= ({seat} if seat is not None else seen)
            assert len(seen) <= 1


def test_history_begins_with_its_opening() -> None:
    with pytest.raises(BrokenInvariant):
        opened(Stamped(SeatLeft(SEATS[0]), 1, Author.PERSON))


def test_event_of_a_deal_needs_a_deal() -> None:
    state = table().state

    with pytest.raises(BrokenInvariant):
        evolve(state, Stamped(Skipped(SEATS[0]), 1, Author.BOT), 3)


def test_second_opening_changes_nothing() -> None:
    driven = table()

    after = evolve(driven.state, driven.log[0], 3)

    assert after == driven.state


def test_promise_is_used_up_by_its_deal() -> None:
    driven = running("ann")

    assert driven.state.next_secret == b""
    assert driven.state.deal is not None
    promises = [e for e in driven.events if isinstance(e, DealPromised)]
    assert [promise.secret for promise in promises] == [driven.state.deal.secret]


def test_turn_is_numbered_by_the_event_that_brought_it() -> None:
    driven = running("ann", "bob", "cid", "dan")
    driven.now_ms += 5_000
    driven.act_on_turn()
    version, asked_ms = driven.version, driven.now_ms

    driven.now_ms += 5_000
    idle = next(s for s in SEATS if s != driven.state.turn)
    person = driven.state.seats[idle].person
    assert person is not None
    driven.lose(person.user)

    assert (driven.state.turn_version, driven.state.since_ms) == (version, asked_ms)


def test_turn_keeps_its_time_whoever_comes_and_goes() -> None:
    driven = running("ann", "bob", "cid", "dan")
    turn = driven.state.turn
    assert turn is not None
    person = driven.state.seats[turn].person
    assert person is not None
    version, since_ms = driven.state.turn_version, driven.state.since_ms
    driven.now_ms += 5_000

    driven.lose(person.user)

    assert driven.state.since_ms == since_ms
    assert driven.state.turn_version == version
