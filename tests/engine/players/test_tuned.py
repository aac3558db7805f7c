"""The tuned weights of `medium`, and the story of their making."""

from dataclasses import fields
from pathlib import Path

from engine.players import tuned
from engine.players.tuned import WEIGHTS
from engine.players.weights import Weights
from tests.bench.tune import source_of


def test_they_are_all_that_a_player_weighs_by() -> None:
    assert list(WEIGHTS) == [one.name for one in fields(Weights)]


def test_the_file_is_the_one_that_the_script_writes() -> None:
    story = (tuned.__doc__ or "").partition("\n\n")[2].strip()

    assert "python -m tests.bench.tune_medium" in story
    text = Path(tuned.__file__).read_text("utf-8")
    assert text == source_of(WEIGHTS, story, "`medium`")
