"""The printed score: what it says, and that everything adds up."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.labels import labels_for
from client_cli.offline.sheets import combined_from, sheet_from
from client_cli.score_lines import (
    capital,
    combination_name,
    combined_lines,
    deal_lines,
    row_line,
)
from client_cli.score_sheet import DealSheet
from client_cli.texts import Texts, texts_in
from engine.cards import CardSet
from engine.combinations import combinations_of
from engine.record import read_record, replay_record
from tests.client_cli.records import example, random_record

ENGLISH = Texts()
ITALIAN = texts_in("it")
_SUM = re.compile(r"(\d+(?: [+x-] \d+)+) = (\d+)")


def sheet_of(record: dict[str, Any]) -> DealSheet:
    return sheet_from(replay_record(read_record(record)))


def printed(sheet: DealSheet, texts: Texts = ENGLISH) -> str:
    return "\n".join(deal_lines(sheet, labels_for(None, texts), texts))


def explained(*codes: str, texts: Texts = ENGLISH) -> list[str]:
    return combined_lines(combined_from(combinations_of(CardSet.of(*codes))), texts)


def value_of(sum_text: str) -> int:
    """The value of `a + b - c` or `a x b`, worked out by hand."""
    first, *rest = sum_text.split()
    value = int(first)
    for sign, number in zip(rest[::2], rest[1::2], strict=True):
        match sign:
            case "+":
                value += int(number)
            case "-":
                value -= int(number)
            case _:
                value *= int(number)
    return value


def test_a_row_shows_cards_stand_ins_points_and_rule() -> None:
    assert explained("AN", "SO", "16", "MT") == [
        "Sequence. Grande: AN, MT as MN, SO, 16. 4 cards, 15 points (R29).",
        "Sequences together: 15, not doubled.",
    ]


def test_added_contatori_come_at_the_end() -> None:
    assert explained("M1", "M2", "BG", "MT")[0] == (
        "Sequence. Moors: MR, MR, with BG, MT added. 4 cards, 15 points (R28)."
    )


def test_doubling_is_shown_with_its_reason() -> None:
    assert explained("SR", "BR", "CR", "SQ", "BQ", "CQ", "SC", "BC", "CC")[-2:] == [
        "Sets together: 17 + 14 + 13 = 44. Doubled for 3 different (R24): 44 x 2 = 88.",
        (
            "Sequences together: 10 + 10 + 10 = 30. "
            "Doubled for 3 different (R26): 30 x 2 = 60."
        ),
    ]


def test_two_sets_are_not_doubled() -> None:
    assert explained("SR", "BR", "CR", "SQ", "BQ", "CQ")[-1] == (
        "Sets together: 17 + 14 = 31. Not doubled: 2 different, 3 needed (R24)."
    )


def test_italian_rows() -> None:
    assert explained("DR", "DF", "MT", texts=ITALIAN)[0] == (
        "Sequenza. Denari: DR, MT per DQ, DF. 3 carte, 10 punti (R27)."
    )


def test_whole_example() -> None:
    text = printed(sheet_of(example()))

    for line in (
        "Tricks: team 0 4, team 1 11.",
        "Discards: BA, DQ. They count for the dealer's side: team 0 (R5).",
        "Matto: it goes back to team 0; given for it to team 1: D7 (R35, R36).",
        (
            "Card points: count values 35, less half a point for each of 18 cards: "
            "35 - 9 = 26 (R20)."
        ),
        (
            "Sets together: 34 + 13 + 12 = 59. "
            "Doubled for 3 different (R24): 59 x 2 = 118."
        ),
        "Captured: sets 118 + sequences 180 = 298.",
        "Declared, seat 3: sets 0 + sequences 25 = 25.",
        (
            "Team 1, total: 61 for cards + 6 for the last trick + 298 captured + "
            "25 declared = 390."
        ),
        "Result: team 1, 390 to 66: won by 324.",
    ):
        assert line in text.splitlines()


@given(st.integers(0, 10_000), st.sampled_from([ENGLISH, ITALIAN]))
def test_every_sum_on_the_sheet_is_right(seed: int, texts: Texts) -> None:
    text = printed(sheet_of(random_record(seed)), texts)
    found = _SUM.findall(text)

    assert found
    assert all(value_of(left) == int(right) for left, right in found)


@given(st.integers(0, 10_000))
def test_total_is_the_sum_of_its_line(seed: int) -> None:
    lines = printed(sheet_of(random_record(seed))).splitlines()
    totals = [line.split(": ")[1] for line in lines if ", total: " in line]

    assert len(totals) == 2
    for total in totals:
        *parts, result = [int(number) for number in re.findall(r"\d+", total)]
        assert sum(parts) == result


def test_matto_kept_and_lost() -> None:
    sheet = replace(sheet_of(example()), given_for_matto=None)

    assert "Matto: it stays with team 0, with the trick it was played to (R34)." in (
        printed(replace(sheet, matto="kept"))
    )
    assert "Matto: it goes to team 1, since team 0 won no trick (R37)." in (
        printed(replace(sheet, matto="lost"))
    )


def test_discards_that_are_lost() -> None:
    text = printed(replace(sheet_of(example()), discards_to=1))

    assert "The dealer's side won no trick, so they go to team 1 (R38)." in text


def test_draw() -> None:
    sheet = sheet_of(example())
    text = printed(replace(sheet, teams=(sheet.teams[0], sheet.teams[0])))

    assert text.endswith("Result: a draw, 66 to 66.")


def test_two_declarations_of_a_team_are_added() -> None:
    sheet = sheet_of(example())
    team = sheet.teams[1]
    twice = replace(team, declarations=team.declarations * 2, declared=50, total=415)

    text = printed(replace(sheet, teams=(sheet.teams[0], twice)))

    assert "Declared together: 25 + 25 = 50." in text


@pytest.mark.parametrize(("text", "expected"), [("team 0", "Team 0"), ("", "")])
def test_capital(text: str, expected: str) -> None:
    assert capital(text) == expected


def test_names_of_combinations() -> None:
    assert combination_name("coins", ITALIAN) == "Denari"
    assert combination_name("queens", ENGLISH) == "Queens"


def test_a_set_says_that_it_is_one() -> None:
    score = combined_from(combinations_of(CardSet.of("SR", "BR", "CR")))

    assert row_line(score.rows[0], ITALIAN) == (
        "Cricca. Re: SR, BR, CR. 3 carte, 17 punti (R23)."
    )


def test_in_italian_tricks_and_what_they_brought_go_by_different_words() -> None:
    lines = printed(sheet_of(example()), ITALIAN).splitlines()

    assert [line for line in lines if line.startswith("Prese:")] == [
        "Prese: coppia 0 4, coppia 1 11."
    ]
    assert "Carte vinte: cricche 118 + sequenze 180 = 298." in lines
