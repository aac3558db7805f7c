from typing import Any, get_args

import pytest

from client_cli.live.table_talk import (
    Muted,
    phrase_in,
    phrases_line,
    said_line,
    why_not_said,
)
from client_cli.texts import Texts, texts_in
from protocol.fold import Known
from protocol.to_client import Said
from protocol.to_server import Phrase
from tests.client_cli.pretend import options_with
from tests.client_cli.situations import known_with, view_of_seat

TEXTS = Texts()


def talking(talk: str, **changes: Any) -> Known:
    """A table with this option about talk."""
    return known_with(
        view_of_seat(options={**options_with(1), "talk": talk}, **changes)
    )


def message(**fields: Any) -> Said:
    return Said.model_validate(
        {
            "table": "QF7K2",
            "number": 1,
            "seat": 1,
            "name": "Maya",
            "phrase": None,
            "text": None,
            **fields,
        }
    )


def said(language: str = "en", **fields: Any) -> str:
    return said_line(message(**fields), texts_in(language))


@pytest.mark.parametrize("phrase", get_args(Phrase))
def test_every_phrase_is_translated(phrase: str) -> None:
    assert said(phrase=phrase) != said("it", phrase=phrase)
    assert phrase not in said(phrase=phrase)


def test_free_text_is_foreign_text() -> None:
    assert said(text="ciao\x1b[2J") == "Maya says: ciao<U+001B>[2J"
    assert said(name="\x1b") == "<U+001B> says: "


def test_a_phrase_of_a_newer_list() -> None:
    assert said(phrase="from_later") == "Maya says: from_later"


@pytest.mark.parametrize(
    ("typed", "phrase"),
    [
        ("Good luck!", "good_luck"),
        ("good luck", "good_luck"),
        ("2", "good_luck"),
        ("ciao", None),
        ("13", None),
        ("", None),
    ],
)
def test_a_phrase_is_typed_by_its_words_or_its_number(
    typed: str, phrase: str | None
) -> None:
    assert phrase_in(typed, TEXTS) == phrase


def test_phrases_in_ones_own_language_and_in_english() -> None:
    italian = texts_in("it")

    assert phrase_in("grazie", italian) == "thanks"
    assert phrase_in("thanks", italian) == "thanks"


def test_all_phrases_are_told_with_their_numbers() -> None:
    line = phrases_line(TEXTS)

    assert line.startswith("Type say and a phrase or its number: 1 Hello! 2 Good luck!")
    assert line.endswith("12 Goodbye!")


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (talking("off"), "At this table nothing is said."),
        (talking("phrases"), "At this table only phrases are said."),
        (talking("free"), "While a deal is played only phrases are said."),
        (talking("free", deal=None), None),
        (talking("always"), None),
    ],
)
def test_where_texts_are_said(known: Known, why: str | None) -> None:
    assert why_not_said(known, TEXTS) == why


def test_one_can_be_muted_by_name_or_seat_and_heard_again() -> None:
    muted, known = Muted(), known_with()

    assert muted.change("maya", known, TEXTS, on=True) == (
        "You do not hear maya any more; nobody is told."
    )
    assert not muted.hears(message())
    assert muted.hears(message(name="Anna"))
    assert muted.change("East", known, TEXTS, on=False) == "You hear Maya again."
    assert muted.hears(message())


def test_an_onlooker_can_be_muted_by_name() -> None:
    muted = Muted()
    muted.change("Zoe", None, TEXTS, on=True)

    assert not muted.hears(message(seat=None, name="Zoe"))


def test_all_can_be_muted() -> None:
    muted = Muted()

    assert muted.change("", None, TEXTS, on=True).startswith("You hear nobody any more")
    assert not muted.hears(message())
    assert muted.change("", None, TEXTS, on=False) == "You hear everybody again."
    assert muted.hears(message())
