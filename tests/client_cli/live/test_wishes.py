import pytest

from client_cli.card_names import CardNames
from client_cli.live.wishes import (
    Again,
    Cards,
    NotUnderstood,
    Rules,
    Why,
    Wish,
    Word,
    spoken,
    wish_in,
)
from client_cli.texts import Texts, texts_in

ENGLISH, ITALIAN = Texts(), texts_in("it")


def wish(line: str, texts: Texts = ENGLISH) -> Wish:
    return wish_in(line, CardNames(texts), texts)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Word.NOTHING),
        ("   ", Word.NOTHING),
        ("declare", Word.DECLARE),
        (" Skip ", Word.SKIP),
        ("HAND", Word.HAND),
        ("t", Word.LAST),
        ("p", Word.POINTS),
        ("h", Word.LOG),
        ("?", Word.HELP),
        ("q", Word.QUIT),
        ("y", Word.YES),
        ("n", Word.NO),
        ("bf", Cards(("BF",), "")),
        ("play bf", Cards(("BF",), "play")),
        ("mr", Cards(("MR",), "")),
        ("discard b10, b7", Cards(("B10", "B7"), "discard")),
        ("b10 b7", Cards(("B10", "B7"), "")),
        ("jack of batons", Cards(("BF",), "")),
        ("play jack of batons", Cards(("BF",), "play")),
        ("w", Why(None)),
        ("why mt", Why("MT")),
        ("why king of swords", Why("SR")),
        ("again", Again(1)),
        ("again 3", Again(3)),
        ("again 9999", Again(200)),
        ("rules", Rules(None)),
        ("rules the grande", Rules("the grande")),
        ("why zz", NotUnderstood("zz", None)),
        ("why sr sq", NotUnderstood("sr sq", None)),
        ("play", NotUnderstood("play", "play")),
        ("play zz", NotUnderstood("zz", None)),
        ("declrae", NotUnderstood("declrae", "declare")),
        ("xyzzy", NotUnderstood("xyzzy", None)),
        ("again -1", NotUnderstood("again", "again")),
        ("hand sr", NotUnderstood("hand", "hand")),
    ],
)
def test_english_words_keys_and_cards(line: str, expected: Wish) -> None:
    assert wish(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dichiara", Word.DECLARE),
        ("passo", Word.SKIP),
        ("mano", Word.HAND),
        ("perché matto", Why("MT")),
        ("perche", Why(None)),
        ("sì", Word.YES),
        ("si", Word.YES),
        ("scarta fante di coppe, b7", Cards(("CF", "B7"), "discard")),
        ("re di spade", Cards(("SR",), "")),
        ("ancora 2", Again(2)),
        ("declare", Word.DECLARE),
        ("dichara", NotUnderstood("dichara", "dichiara")),
    ],
)
def test_italian_words_and_english_ones_too(line: str, expected: Wish) -> None:
    assert wish(line, ITALIAN) == expected


def test_keys_are_no_first_letters_of_cards() -> None:
    for key in "tpwhqyn?":
        assert key.upper() not in "SBCDAML"


def test_spoken() -> None:
    assert (spoken("declare", ENGLISH), spoken("declare", ITALIAN)) == (
        "declare",
        "dichiara",
    )
