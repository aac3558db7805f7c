"""Stepping through a deal."""

import io

import pytest

from client_cli.live.past_story import PastStory
from client_cli.offline.history import history_of
from client_cli.offline.record_story import RecordStory
from client_cli.stepping import Stepper, first_of_trick, step_through
from client_cli.texts import Texts
from engine.events import TrickWon
from engine.record import read_record
from tests.client_cli.live.test_past_story import played
from tests.client_cli.records import random_record

HISTORY = history_of(read_record(random_record(1)))
LAST = len(HISTORY)
FIRST_TRICK = next(one.number for one in HISTORY if isinstance(one.event, TrickWon))


def stepper() -> Stepper:
    return Stepper(RecordStory(None, HISTORY, Texts()), None, Texts())


def places(*typed: str) -> list[str]:
    """The first line after each thing that was typed."""
    steps = stepper()
    shown = [steps.answer(word) for word in typed]
    return [lines[0] for lines in shown if lines]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        (["\n"], 2),
        (["n\n", "N"], 3),
        (["", "b"], 1),
        (["b"], 1),
        (["t"], FIRST_TRICK),
        (["37"], 37),
        (["37", "n"], 38),
        (["0"], 1),
        (["999999"], LAST),
        (["99", "n"], LAST),
    ],
)
def test_keys_go_through_the_deal(typed: list[str], number: int) -> None:
    assert places(*typed)[-1] == f"Event {number} of {LAST}, all hands open."


@pytest.mark.parametrize(
    ("trick", "first"), [(1, 1), (2, FIRST_TRICK + 1), (15, LAST - 5), (99, LAST)]
)
def test_where_a_trick_begins(trick: int, first: int) -> None:
    """Four cards, who has won them, and the settlement end the deal."""
    story = RecordStory(None, HISTORY, Texts())
    assert first_of_trick(story, trick) == first


def test_one_may_begin_later() -> None:
    steps = Stepper(RecordStory(None, HISTORY, Texts()), None, Texts(), 37)
    assert steps.lines()[0].startswith("Event 37 of ")


def test_viewpoints_go_round() -> None:
    assert [place.partition(", ")[2] for place in places(*"vvvvv")] == [
        "as seat 0 knew it.",
        "as seat 1 knew it.",
        "as seat 2 knew it.",
        "as seat 3 knew it.",
        "all hands open.",
    ]


@pytest.mark.parametrize("typed", ["x", "next", "-1", "1234567", "\u0663"])
def test_anything_else_is_told_the_keys(typed: str) -> None:
    steps = stepper()

    assert steps.answer(typed) == [steps.keys()]


def test_single_viewpoint_is_no_choice() -> None:
    story = PastStory(*played(1), Texts())
    steps = Stepper(story, 0, Texts())
    first = steps.lines()

    assert steps.answer("v") == first
    assert steps.answer("?") == [
        "Enter: next. b: back. t: next trick. A number: that event. q: end."
    ]


def test_q_ends_it() -> None:
    assert stepper().answer("q\n") is None


@pytest.mark.parametrize("typed", ["\n\nq\nnever read", "\n\n"])
def test_session_ends_with_q_or_with_the_input(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))

    step_through(stepper())

    out, err = capsys.readouterr()
    seen = [line for line in out.splitlines() if line.startswith("Event ")]
    assert [line.split()[1] for line in seen] == ["1", "2", "3"]
    assert out.startswith("Enter: next.")
    assert err == "> > > "
