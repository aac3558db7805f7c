"""What a session tells its user."""

from protocol.codes import Retry
from protocol.to_client import Events
from protocol.updates import (
    Changed,
    Ended,
    EndReason,
    NoAnswerError,
    SessionEndedError,
)
from tests.protocol.folding import known_at
from tests.protocol.pretend_table import a_table


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
