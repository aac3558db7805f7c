import re

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.languages import LANGUAGES
from client_cli.rule_topics import FOLDER, TOPICS, cited_in, rules_text
from client_cli.texts import texts_in

RULES = {f"R{n}" for n in range(1, 39)} | {f"A{n}" for n in range(1, 51)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_there(language: str, topic: str) -> None:
    text = rules_text(topic, texts_in(language))

    assert len(text.splitlines()) > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_belongs_to_a_topic(language: str) -> None:
    found = {path.stem for path in (FOLDER / language).glob("*.txt")}

    assert found == set(TOPICS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    texts = texts_in(language)
    told = {number for topic in TOPICS for number in cited_in(rules_text(topic, texts))}

    assert told == RULES


@pytest.mark.parametrize("topic", TOPICS)
def test_languages_tell_the_same_rules(topic: str) -> None:
    told = [cited_in(rules_text(topic, texts_in(each))) for each in LANGUAGES]

    assert told == [told[0]] * len(LANGUAGES)


@pytest.mark.parametrize("width", [40, 78, 100])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_lines_fit_a_terminal(language: str, topic: str, width: int) -> None:
    texts = texts_in(language)
    text = rules_text(topic, texts, width)

    assert max(map(len, text.splitlines())) <= width
    assert text.split() == rules_text(topic, texts).split()


def test_tables_are_kept_where_they_fit() -> None:
    wide, narrow = (
        rules_text("sets", texts_in("en"), width).splitlines() for width in (78, 40)
    )

    assert "  Kings                                     three 17   four 34" in wide
    assert "  Kings three 17 four 34" in narrow


def test_points_of_a_list_stay_apart_and_hang() -> None:
    lines = rules_text("settlement", texts_in("en"), 40).splitlines()

    assert "1. The discards go to the dealer's side;" in lines
    assert "   if it won no trick, to the other" in lines
    assert any(line.startswith("2. ") for line in lines)


def test_rows_without_a_number_hang_too() -> None:
    lines = rules_text("ranks", texts_in("en"), 78).splitlines()

    assert lines[2:6] == [
        "Swords and Batons, from the top: King Queen Knight Jack 10 9 8 7 6 Ace (R13).",
        "Cups and Coins, from the top: King Queen Knight Jack Ace 6 7 8 9 10 (R14).",
        "Trumps, from the top: Angel, World, Sun, Moon, 16 down to 5, the Moors, the",
        "  Bégato (R15).",
    ]


def test_topic_goes_by_the_word_of_the_language() -> None:
    italian = texts_in("it")

    assert rules_text("Scarto", italian) == rules_text("discard", italian)


def test_a_number_gives_the_paragraphs_that_cite_it() -> None:
    text = rules_text("r36", texts_in("en"))

    assert text.startswith("The Matto\n")
    assert "R36" in text
    assert "R10" not in text


def test_a_range_cites_all_its_numbers() -> None:
    assert cited_in("see (R34-R37, A43)") == {"R34", "R35", "R36", "R37", "A43"}


def test_overview_lists_the_topics() -> None:
    text = rules_text(None, texts_in("it"))

    assert re.search("Argomenti: panoramica, .*chiusura", text, re.DOTALL)


@pytest.mark.parametrize("topic", ["nothing", "R99", "X1", "", "../en/cards"])
def test_no_such_topic(topic: str) -> None:
    with pytest.raises(Stopped) as stopped:
        rules_text(topic, texts_in("en"))

    assert stopped.value.code is Exit.NOT_FOUND
    assert "overview" in stopped.value.why
