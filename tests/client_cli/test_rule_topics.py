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

    assert told[0] == told[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_lines_fit_a_terminal(language: str, topic: str) -> None:
    lines = rules_text(topic, texts_in(language)).splitlines()

    assert max(map(len, lines)) <= 80


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

    assert re.search("Argomenti: panoramica, .*chiusura", text)


@pytest.mark.parametrize("topic", ["nothing", "R99", "X1", "", "../en/cards"])
def test_no_such_topic(topic: str) -> None:
    with pytest.raises(Stopped) as stopped:
        rules_text(topic, texts_in("en"))

    assert stopped.value.code is Exit.NOT_FOUND
    assert "overview" in stopped.value.why
