"""Answers as they are remembered under a command's number."""

import pytest

from protocol.codes import ErrorCode
from server.hub.answers import Answer, Done, NotDone, answer_from, remembered
from server.store_records import RESULT_BYTES_MAX
from server.table.refusal import Refusal

HAND = (
    "SR",
    "SQ",
    "SC",
    "SF",
    "S10",
    "S9",
    "S8",
    "S7",
    "S6",
    "SA",
    "AN",
    "MN",
    "SO",
    "LU",
    "16",
    "M4",
    "BG",
)


@pytest.mark.parametrize(
    ("answer", "again"),
    [
        (Done(7), Done(7, repeated=True)),
        (Done(7, repeated=True), Done(7, repeated=True)),
        (NotDone(Refusal(ErrorCode.STALE)), NotDone(Refusal(ErrorCode.STALE))),
        (
            NotDone(Refusal(ErrorCode.MUST_FOLLOW, "R9", {"card": "D10"}, ("BR",))),
            NotDone(Refusal(ErrorCode.MUST_FOLLOW, "R9", {"card": "D10"}, ("BR",))),
        ),
    ],
)
def test_remembered_answer_is_told_again(answer: Answer, again: Answer) -> None:
    assert answer_from(remembered(answer), 7) == again


def test_longest_refusal_fits_into_the_store() -> None:
    refusal = Refusal(ErrorCode.DISCARD_PROTECTED, "R5", {"card": "MT"}, HAND)

    assert len(remembered(NotDone(refusal))) <= RESULT_BYTES_MAX
