import pytest

from client_cli.live.corrections import correction
from client_cli.live.vocabulary import WORDS
from client_cli.live.wishes import Misused, NoCard, NotUnderstood, Senseless
from client_cli.texts import Texts, texts_in


@pytest.mark.parametrize(
    ("senseless", "line"),
    [
        (Misused("play"), "play needs a card. Example: play sf"),
        (Misused("discard"), "discard needs two cards. Example: discard b10 b7"),
        (Misused("why"), "why takes one card, or nothing. Example: why sf"),
        (Misused("again"), "again takes a number, or nothing. Example: again 3"),
        (
            Misused("rules"),
            "rules takes a topic, or nothing, and comes first. Example: rules R9",
        ),
        (
            Misused("signal"),
            (
                "signal takes busso, striscio or volo, and a card if you like. "
                "Example: signal volo sf"
            ),
        ),
        (
            Misused("claim"),
            "claim takes ours or theirs. Example: claim ours",
        ),
        (
            Misused("explain"),
            "explain takes the number of a line, or nothing. Example: explain 4",
        ),
        (Misused("hand"), "Type hand by itself: nothing else goes with it."),
        (
            NoCard("king of xx"),
            (
                "king of xx is no card. A card goes by its code or its full name, such "
                "as SF or Jack of Swords. All codes: cards."
            ),
        ),
        (
            NotUnderstood("xyzzy", None),
            "xyzzy is neither a word nor a card. All words: help.",
        ),
        (
            NotUnderstood("delcare", "declare"),
            "delcare is neither a word nor a card. Did you mean declare?",
        ),
        (
            NotUnderstood("\x1b[2J", None),
            "<U+001B>[2J is neither a word nor a card. All words: help.",
        ),
    ],
)
def test_each_says_how_it_would_be_right(senseless: Senseless, line: str) -> None:
    assert correction(senseless, Texts()) == line


@pytest.mark.parametrize("word", WORDS)
def test_every_word_can_be_explained_in_italian(word: str) -> None:
    italian = texts_in("it")

    assert correction(Misused(word), italian) != correction(Misused(word), Texts())
