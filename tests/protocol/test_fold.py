"""Folding what is told into what is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.fold import GapReason, Known, Mark, fold
from tests.protocol.folding import gap, known_at, told, view_at
from tests.protocol.played_table import a_played_table
from tests.protocol.pretend_table import a_table

TABLES = {you: a_played_table(seed=7, you=you) for you in (None, 0, 1, 2, 3)}


def test_snapshot_is_what_is_known() -> None:
    table = a_table()

    known = known_at(table, 4)

    assert known.mark == Mark(table.epoch, 4, table.tokens[4])
    assert known.view.you == 0
    assert known.situation.turn == 0


@pytest.mark.parametrize("you", [None, 0, 1, 2, 3])
def test_one_event_after_the_other_leads_to_what_the_server_sees(
    you: int | None,
) -> None:
    table = TABLES[you]
    known = known_at(table, 0)

    for version in range(1, table.version + 1):
        after = fold(known, told(table.events(version, version)))
        assert isinstance(after, Known)
        known = after
        assert known.view == view_at(table, version), table.items[version - 1]
        assert known.mark.token == table.tokens[version]


@given(st.data())
def test_any_way_of_cutting_and_repeating_leads_to_the_same(
    data: st.DataObject,
) -> None:
    table = TABLES[0]
    end = data.draw(st.integers(1, table.version), "end")
    known = known_at(table, data.draw(st.integers(0, end), "start"))

    while known.mark.version < end:
        here = known.mark.version
        first = data.draw(st.integers(max(1, here - 5), here + 1), "first")
        last = data.draw(st.integers(first, min(end, first + 20)), "last")
        after = fold(known, told(table.events(first, last)))
        assert isinstance(after, Known)
        assert after.mark.version == max(here, last)
        known = after

    assert known.view == view_at(table, end)
    assert known.mark == Mark(table.epoch, end, table.tokens[end])


@given(version=st.integers(0, 80), skipped=st.integers(1, 5))
def test_missing_event_is_a_gap(version: int, skipped: int) -> None:
    table = TABLES[1]
    first = version + 1 + skipped

    outcome = fold(known_at(table, version), told(table.events(first, first)))

    assert outcome == gap(GapReason.MISSED)


def test_events_before_any_snapshot_are_a_gap() -> None:
    assert fold(None, told(a_table().events(1, 2))) == gap(GapReason.NO_SNAPSHOT)


def test_events_of_another_history_are_a_gap() -> None:
    table = a_table()
    known = known_at(table, 2)
    table.epoch = b"epoch--2"

    assert fold(known, told(table.events(3, 3))) == gap(GapReason.EPOCH)


def test_another_event_of_a_known_version_is_a_gap() -> None:
    table = a_table()
    known = known_at(table, 4)
    table.tokens[4] = b"another!"

    assert fold(known, told(table.events(3, 4))) == gap(GapReason.FORKED)


def test_what_was_told_before_changes_nothing() -> None:
    table = a_table()
    known = known_at(table, 4)

    assert fold(known, told(table.events(1, 4))) is known
    assert fold(known, told(table.events(2, 3))) is known


def test_snapshot_replaces_a_longer_history() -> None:
    table = a_table()
    known = known_at(table, 4)
    table.epoch = b"epoch--2"

    after = fold(known, told(table.snapshot(2, "rewound")))

    assert isinstance(after, Known)
    assert after.mark == Mark(b"epoch--2", 2, table.tokens[2])


def test_nobody_can_act_while_more_is_on_its_way() -> None:
    table = a_table()
    known = known_at(table, 1)
    assert known.situation.turn is not None
    assert known.situation.legal

    after = fold(known, told(table.events(2, 3, more=True)))

    assert isinstance(after, Known)
    assert after.situation.turn is None
    assert after.situation.legal == ()
    assert after.situation.phase == known.situation.phase
