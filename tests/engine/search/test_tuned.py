"""The tuned weights, and the story of their making."""

import re
from pathlib import Path

from engine.search import tuned
from engine.search.tuned import WEIGHTS
from engine.search.weights import table_of
from tests.bench.tune import START, meeting, source_of


def test_they_are_all_that_the_table_needs() -> None:
    assert list(WEIGHTS) == list(START)
    assert len(table_of(WEIGHTS)) == len(table_of(START))


def test_they_beat_what_the_tuning_began_with() -> None:
    found = meeting(WEIGHTS, START, deals=1000, seed=-1)

    assert found.margin - found.half > 0


def test_the_file_is_the_one_that_the_script_writes() -> None:
    story = (tuned.__doc__ or "").partition("\n\n")[2].strip()

    assert re.search(r"--rounds \d+ --directions\s\d+ --deals \d+ --seed \d+", story)
    text = Path(tuned.__file__).read_text("utf-8")
    assert text == source_of(WEIGHTS, story, "the player inside the playouts")
