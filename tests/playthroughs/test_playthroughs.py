"""Whole deals, replayed line by line."""

from pathlib import Path

import pytest

from tests.playthroughs.__main__ import main
from tests.playthroughs.transcript import read, written
from tests.reference import oracle

FOLDER = Path(__file__).parent
TEXTS = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))}
EVERY_TEXT = pytest.mark.parametrize("name", TEXTS)


def record_in(text: str) -> dict[str, object]:
    """The record of a text, from its words alone."""
    lines = [line.split() for line in text.splitlines()[1:] if " " in line]
    declarers = {words[0] for words in lines if words[1] == "declares"}
    (discards,) = (words[2:] for words in lines if words[1] == "discards")
    return {
        "format": "tarocco-deal/1",
        "dealer": int(lines[0][1]),
        "discards": discards,
        "declares": [seat in declarers for seat in "0123"],
        "tricks": [words[2:] for words in lines if words[1] == "wins"],
    }


@EVERY_TEXT
def test_a_text_written_again_is_the_same(name: str) -> None:
    assert written(*read(TEXTS[name])) == TEXTS[name]


@EVERY_TEXT
def test_the_record_of_a_text_gives_the_text(name: str) -> None:
    title = TEXTS[name].splitlines()[0]

    assert main(title, record_in(TEXTS[name])) == TEXTS[name]


@EVERY_TEXT
def test_the_oracle_counts_what_the_text_says(name: str) -> None:
    score = oracle.score_record(record_in(TEXTS[name]))

    lines = TEXTS[name].splitlines()
    assert lines[-1] == score["result"]
    for number, team in enumerate(score["teams"]):
        parts = (
            f"{team['card_points']} + {team['last_trick']}"
            f" + {team['captured']} + {team['declared']}"
        )
        assert f"team {number}: {parts} = {team['total']}" in lines


def test_the_texts_show_what_is_rare() -> None:
    ends = {name: text.splitlines()[-5:] for name, text in TEXTS.items()}

    assert ends["draw"][-1] == "draw"  # A49
    assert ends["no_trick_for_the_dealer"][0] == "Matto lost"  # R37
    assert ends["no_trick_for_the_dealer"][1] == "discards to team 0"  # R38
    assert ends["an_ace_for_the_matto"][0] == "Matto exchanged for CA"  # R35
    assert ends["worked_example"][2:4] == [
        "team 0: 26 + 0 + 20 + 20 = 66",
        "team 1: 61 + 6 + 298 + 25 = 390",
    ]
