import pytest

from client_cli.splitting import BadWords, peeked, split, verb_in
from client_cli.texts import Texts

TEXTS = Texts()


def test_flags_and_operands_in_any_order() -> None:
    given, operands = split(["--lang", "it", "score", "-q", "-", "--pace=2"], TEXTS)

    assert given == {"lang": "it", "quiet": "", "pace": "2"}
    assert operands == ("score", "-")


@pytest.mark.parametrize(
    ("words", "what", "why"),
    [
        (["--autopliot"], "There is no flag --autopliot.", "Did you mean --autopilot?"),
        (["--seat"], "--seat needs a value: --seat SEAT", ""),
        (["--plain=yes"], "--plain takes no value.", ""),
    ],
)
def test_words_that_cannot_be_split(words: list[str], what: str, why: str) -> None:
    with pytest.raises(BadWords) as bad:
        split(words, TEXTS)

    assert (bad.value.what, bad.value.why) == (what, why)


def test_verb_stands_first() -> None:
    assert verb_in(("play", "x"), TEXTS) == "play"
    assert verb_in((), TEXTS) is None
    with pytest.raises(BadWords) as bad:
        verb_in(("reusme",), TEXTS)
    assert bad.value.why == "Did you mean resume?"


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["play", "--lang", "it"], "it"),
        (["--lang=it"], "it"),
        (["--lang"], None),
        (["play"], None),
    ],
)
def test_value_is_known_before_all_else(words: list[str], language: str | None) -> None:
    assert peeked("--lang", words) == language
