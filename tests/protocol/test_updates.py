"""What a session tells its user."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.codes import Retry
from protocol.fold import Known, fold
from protocol.to_client import Events, Snapshot
from protocol.updates import (
    Changed,
    Ended,
    EndReason,
    NoAnswerError,
    Replaced,
    SessionEndedError,
)
from tests.protocol.folding import known_at, told
from tests.protocol.pretend_table import PretendTable, a_table


def test_fresh_items_begin_after_what_was_known() -> None:
    table = a_table()
    message = Events.model_validate(table.events(2, 4))

    changed = Changed(message, known_at(table, 2), known_at(table, 4))

    assert message.items[changed.fresh_from].kind == "seat_taken"
    assert message.first + changed.fresh_from == 3


def test_no_answer_says_whether_the_command_may_count() -> None:
    assert "not sent" in str(NoAnswerError(sent=False))
    assert "not answered" in str(NoAnswerError(sent=True))


def test_ended_session_says_why() -> None:
    ended = Ended(1, EndReason.CLOSED_THERE, 4005, Retry.NEVER, "superseded")

    assert "superseded" in str(SessionEndedError(ended, sent=False))
    assert "new session" in str(SessionEndedError(None, sent=True))


def three_tricks() -> PretendTable:
    table = a_table()
    table.play_deal(tricks=3)
    return table


TABLE = three_tricks()
LAST = TABLE.version


def came_back(
    before: Known | None, version: int, reason: str = "asked", **further: Any
) -> Replaced:
    """The table of which something was known, as a snapshot shows it at a version."""
    message = told(TABLE.snapshot(version, reason) | further)
    assert isinstance(message, Snapshot)
    known = fold(None, message)
    assert isinstance(known, Known)
    return Replaced(message, before, known)


def elsewhere(known: Known, **further: Any) -> Known:
    """The same in another history."""
    return replace(known, mark=replace(known.mark, epoch=b"anothers", **further))


@pytest.mark.parametrize("version", [2, LAST - 1])
def test_shorter_history_was_set_back_whatever_the_reason(version: int) -> None:
    before = known_at(TABLE, version)

    assert came_back(before, version - 1).was_set_back
    assert not came_back(before, version).was_set_back
    assert not came_back(before, version + 1).was_set_back


def test_what_the_server_says_is_believed() -> None:
    before = known_at(TABLE, 3)

    assert came_back(before, 4, "rewound").was_set_back
    assert not came_back(None, 4, "rewound").was_set_back


def test_other_history_that_is_no_longer_was_set_back() -> None:
    before = elsewhere(known_at(TABLE, 5))

    assert came_back(before, 5).was_set_back
    assert not came_back(before, 6).was_set_back


def test_other_history_in_which_less_is_played_was_set_back() -> None:
    # A history that lost its end goes on at far higher versions.
    later = known_at(TABLE, LAST)
    at = {"version": 3}

    assert came_back(elsewhere(later, **at), LAST - 1).was_set_back
    assert came_back(elsewhere(later, **at), 5).was_set_back
    assert not came_back(elsewhere(later, **at), LAST).was_set_back


def test_table_that_is_shown_late_may_be_shown_later_elsewhere() -> None:
    before = known_at(TABLE, 4)
    view = TABLE.views[3]
    options = {**view["options"], "spectator_delay_ms": 60_000}
    shown = {**view, "options": options}

    assert not came_back(before, 3, view={**shown, "you": None}).was_set_back
    assert came_back(before, 3, view=shown).was_set_back
