import pytest

from client_cli.languages import LANGUAGES
from client_cli.live.vocabulary import (
    KEYS,
    WORDS,
    all_forms,
    spoken,
    value_in,
    value_spoken,
    word_in,
)
from client_cli.live.wishes import Word
from client_cli.texts import Texts, texts_in

ENGLISH, ITALIAN = Texts(), texts_in("it")


def test_what_is_shown_is_the_first_form() -> None:
    assert spoken("skip", ENGLISH) == "skip"
    assert spoken("skip", ITALIAN) == "passa"


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("exit", "quit"),
        ("LEAVE", "quit"),
        ("bye", "quit"),
        ("score", "points"),
        ("last  trick", "last"),
        ("?", "help"),
        ("q", "quit"),
        ("esco", None),
        ("xyzzy", None),
    ],
)
def test_english(typed: str, word: str | None) -> None:
    assert word_in(typed, ENGLISH) == word


@pytest.mark.parametrize(
    ("typed", "word"),
    [("esco", "quit"), ("exit", "quit"), ("SÌ", "yes"), ("turno", "status")],
)
def test_italian_and_english_too(typed: str, word: str) -> None:
    assert word_in(typed, ITALIAN) == word


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_means_one_word(language: str) -> None:
    texts = texts_in(language)
    forms = [*KEYS, *all_forms(texts)]

    assert len(forms) == len(set(forms))
    for word in WORDS:
        assert word_in(spoken(word, texts), texts) == word
        assert word_in(word, texts) == word


def test_every_wish_that_needs_no_more_has_its_word() -> None:
    assert {word.value for word in Word if word is not Word.NOTHING} < set(WORDS)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("ours", "ours"), ("Us", "ours"), ("loro", "theirs"), ("both", None), ("", None)],
)
def test_values(typed: str, value: str | None) -> None:
    assert value_in(typed, ITALIAN) == value


def test_what_is_shown_of_a_value_is_its_first_form() -> None:
    assert value_spoken("ours", ENGLISH) == "ours"
    assert value_spoken("ours", ITALIAN) == "nostre"


def test_keys_are_no_first_letters_of_cards() -> None:
    for key in KEYS:
        assert key.upper() not in "SBCDAML"
