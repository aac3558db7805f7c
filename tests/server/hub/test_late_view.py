"""What people without a seat are shown of a table that is shown late."""

import pytest

from server.hub import late_view
from server.hub.history import Position, Step
from server.hub.late_view import LateView
from server.store_records import Mark
from tests.server.table.playing import Driven, running

EPOCH = b"epoch..1"
DELAY_MS = 60_000


def at(driven: Driven, version: int) -> Position:
    mark = Mark(EPOCH, version, version.to_bytes(8, "big"))
    return Position(mark, b"", driven.states[version - 1], 0)


def steps_of(driven: Driven, first: int, last: int) -> tuple[Step, ...]:
    return tuple(
        Step(driven.log[n - 1], driven.states[n - 1], n.to_bytes(8, "big"))
        for n in range(first, last + 1)
    )


def dealt_and_played() -> Driven:
    driven = running("ann", "bob", "cid", "dan")
    while driven.state.deal is None or not driven.state.deal.state.trick:
        driven.now_ms += 1_000
        driven.act_on_turn()
    return driven


def test_each_event_is_shown_when_it_is_old_enough() -> None:
    driven = dealt_and_played()
    first, last = driven.version - 2, driven.version
    late = LateView()
    late.begin(at(driven, 2))
    late.add(at(driven, last), steps_of(driven, first, last), DELAY_MS)
    assert late.is_waiting
    due_ms = driven.log[first - 1].at_ms + DELAY_MS

    assert late.due(due_ms - 1) == ()
    assert late.shown == at(driven, 2)

    assert late.due(due_ms)[0] == steps_of(driven, first, first)[0]
    assert late.shown is not None
    assert late.shown.mark.version < last
    late.due(driven.log[-1].at_ms + DELAY_MS)
    assert late.shown.mark == at(driven, last).mark
    assert late.shown.state == driven.state
    assert not late.is_waiting


def test_deal_in_which_cards_have_fallen_is_not_shown_to_begin_with() -> None:
    driven = dealt_and_played()
    late = LateView()

    late.begin(at(driven, driven.version))
    assert late.shown is None

    late.begin(at(driven, driven.version - 1))
    assert late.shown == at(driven, driven.version - 1)


def test_what_was_shown_stands_while_nothing_later_may_be_shown() -> None:
    driven = dealt_and_played()
    late = LateView()
    late.begin(at(driven, 2))

    late.begin(at(driven, driven.version))

    assert late.shown == at(driven, 2)
    assert not late.is_waiting


def test_settled_deal_is_shown() -> None:
    driven = running("ann")
    driven.play_out()
    late = LateView()

    late.begin(at(driven, driven.version))

    assert late.shown is not None


def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_view, "MOST_WAITING", 3)
    driven = dealt_and_played()
    last = driven.version
    late = LateView()
    late.begin(at(driven, 2))
    late.add(at(driven, last - 2), steps_of(driven, last - 4, last - 2), DELAY_MS)

    late.add(at(driven, last), steps_of(driven, last - 1, last), DELAY_MS)

    assert late.shown is None
    assert late.due(driven.now_ms + DELAY_MS) == steps_of(driven, last - 1, last)
