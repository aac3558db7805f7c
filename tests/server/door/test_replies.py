"""Answers to one client: each understood by clients, each with its code."""

import pytest

from protocol.codec import BadMessage
from protocol.codes import Advice, CloseCode, ErrorCode
from protocol.to_client import (
    Error,
    GoAway,
    Ok,
    Pong,
    Refused,
    Replayed,
    StoreState,
    Welcome,
)
from server.door import replies
from server.hub.answers import Done, NotDone
from server.identity import Entry, Span
from server.table.refusal import Refusal
from tests.support.fakes import read

HOUSE = replies.House(
    node="0a1b",
    now_ms=77,
    messages_per_s=10,
    burst=40,
    grace_ms=1,
    reserved_ms=2,
    levels=("easy", "hard"),
)


def entry(*, is_new: bool) -> Entry:
    return Entry("session", "user", "Ada", bytes(48), is_new=is_new, span=Span(0))


def test_welcome_says_who_where_and_what_to_keep_to() -> None:
    message = read(replies.welcome(entry(is_new=True), HOUSE, [("QWERT", 2)], 3))

    assert isinstance(message, Welcome)
    assert message.version == 3
    assert (message.session, message.name, message.resume) == ("user", "Ada", bytes(48))
    assert [(seat.table, seat.seat) for seat in message.seats] == [("QWERT", 2)]
    assert (message.node, message.now, message.last_n) == ("0a1b", 77, 0)
    assert (message.limits.messages_per_s, message.limits.burst) == (10, 40)
    assert (message.limits.grace_ms, message.limits.reserved_ms) == (1, 2)
    assert message.levels == ("easy", "hard")


def test_session_that_goes_on_counts_from_above_all_it_may_have_used() -> None:
    message = read(replies.welcome(entry(is_new=False), HOUSE, [], 1))

    assert isinstance(message, Welcome)
    assert message.last_n == 77


def test_command_that_counts_is_answered_with_its_version() -> None:
    answers = [
        read(replies.answered(7, "QWERT", Done(9))),
        read(replies.answered(7, "QWERT", Done(9, repeated=True))),
        read(replies.opened(7, "QWERT", repeated=False)),
        read(replies.opened(7, "QWERT", repeated=True)),
    ]

    assert answers == [
        Ok(n=7, table="QWERT", version=9, dup=False),
        Ok(n=7, table="QWERT", version=9, dup=True),
        Ok(n=7, table="QWERT", version=None, dup=False),
        Ok(n=7, table="QWERT", version=None, dup=True),
    ]


def test_refusal_says_rule_arguments_and_what_would_do() -> None:
    refusal = Refusal(ErrorCode.MUST_FOLLOW, "R9", {"card": "D10"}, ("BR", "MT"))

    message = read(replies.answered(7, "QWERT", NotDone(refusal)))

    assert message == Refused(
        n=7,
        code="E_MUST_FOLLOW",
        rule="R9",
        args={"card": "D10"},
        legal=("BR", "MT"),
    )


@pytest.mark.parametrize("code", ErrorCode)
def test_every_refusal_is_understood_and_says_when_to_try_again(
    code: ErrorCode,
) -> None:
    message = read(replies.refused(7, code))

    assert isinstance(message, Refused)
    assert message.code == code
    waits = "retry_ms" in message.args
    assert waits is (code.advice is Advice.RESEND)


@pytest.mark.parametrize("code", ErrorCode)
def test_every_error_is_understood(code: ErrorCode) -> None:
    message = read(replies.error(code, "…", n=3, table="QWERT"))

    assert isinstance(message, Error)
    assert (message.code, message.n, message.table) == (code, 3, "QWERT")
    assert (message.versions is not None) is (code is ErrorCode.VERSION)


def test_bad_message_is_answered_under_its_number() -> None:
    fault = BadMessage(ErrorCode.BAD_MESSAGE, "sit.table: missing", 7)

    message = read(replies.bad_message(fault))

    assert isinstance(message, Error)
    assert (message.code, message.detail, message.n) == (
        "E_BAD_MESSAGE",
        "sit.table: missing",
        7,
    )


def test_small_answers_are_understood() -> None:
    assert read(replies.replayed("QWERT", 3, 9)) == Replayed(
        table="QWERT", count=3, version=9
    )
    assert read(replies.pong(5, 77)) == Pong(t=5, now=77)
    assert read(replies.goaway(CloseCode.RESTART, 900)) == GoAway(
        code=1012, retry_ms=900
    )
    assert read(replies.store(is_back=False)) == StoreState(state="away")
    assert read(replies.store(is_back=True)) == StoreState(state="back")
