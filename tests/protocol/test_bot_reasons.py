"""Why a bot has lost a turn, for its author."""

from pathlib import Path

import pytest

from protocol.bot_reasons import MOST_TROUBLE, why_failed, why_wrong
from protocol.bots import WrongAnswerError
from protocol.codes import ErrorCode


class Talkative:
    """Does something of its own when it is shown."""

    def __repr__(self) -> str:
        raise AssertionError


class Nested:
    """Fails below its own lines, in a library."""

    def play(self) -> None:
        int("none")

    def read(self) -> None:
        Path("missing").read_text("utf-8")


def raised_by(method: str) -> BaseException:
    with pytest.raises((ValueError, OSError)) as caught:
        getattr(Nested(), method)()
    return caught.value


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("XX", "'XX'"),
        ("\x1b[2J", r"'\x1b[2J'"),
        (None, "None"),
        (True, "True"),
        (7, "7"),
        pytest.param(10**10_000, "<int>", id="a long number"),
        ({"SF": "S6"}, "<dict>"),
        (["S6", None], "['S6', None]"),
        (Talkative(), "<Talkative>"),
        ([Talkative()], "[<Talkative>]"),
    ],
)
def test_answer_is_shown(answer: object, shown: str) -> None:
    fault = WrongAnswerError(ErrorCode.NO_SUCH_CARD)

    assert why_wrong(fault, answer) == (
        f"E_NO_SUCH_CARD: There is no card with this code. The answer was {shown}."
    )


@pytest.mark.parametrize("answer", ["x" * 100_000, ["x" * 1_000] * 1_000], ids=type)
def test_long_answer_is_cut_short(answer: object) -> None:
    assert len(why_wrong(WrongAnswerError(ErrorCode.PHASE), answer)) < 400


def test_card_that_is_meant_is_named() -> None:
    fault = WrongAnswerError(ErrorCode.NOT_IN_HAND, "CR")

    assert why_wrong(fault, "CR").startswith("E_NOT_IN_HAND (CR): ")


@pytest.mark.parametrize(("method", "line"), [("play", 23), ("read", 26)])
def test_failure_names_the_deepest_line_of_the_bots_own_file(
    method: str, line: int
) -> None:
    told = why_failed(raised_by(method), Nested())

    assert told.endswith(f" (test_bot_reasons.py:{line})")


def test_failure_elsewhere_has_no_line() -> None:
    assert why_failed(ValueError("no idea"), Nested()) == "ValueError: no idea"
    assert why_failed(raised_by("play"), 7).startswith("ValueError: invalid literal")


def test_long_error_is_cut_short() -> None:
    told = why_failed(ValueError("x" * 10_000), Nested())

    assert len(told) == MOST_TROUBLE
