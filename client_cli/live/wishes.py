"""What a typed line asks for: a word of the game, or a card by itself.

A line is read without knowing the state of the table; whether the wish can be granted
is for others to say. English words work in every language, and each has a translation;
one-letter keys avoid the letters that cards begin with.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.card_names import NoSuchCard
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.card_names import CardNames
    from client_cli.texts import Texts


class Word(Enum):
    """A wish that needs no more than its word."""

    DECLARE = "declare"
    SKIP = "skip"
    HAND = "hand"
    TABLE = "table"
    TRICK = "trick"
    LAST = "last"
    POINTS = "points"
    LOG = "log"
    STATUS = "status"
    CARDS = "cards"
    HELP = "help"
    QUIT = "quit"
    YES = "yes"
    NO = "no"
    NOTHING = ""
    """An empty line."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards were named: to play, or to discard."""

    codes: tuple[str, ...]
    word: str
    """`play`, `discard`, or nothing when only cards were typed."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why is something not allowed, or: why is this card allowed or not?"""

    code: str | None


@dataclass(frozen=True, slots=True)
class Again:
    """Say the last things once more."""

    number: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Show a topic of the rules."""

    topic: str | None


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Neither a word nor a card."""

    typed: str
    near: str | None
    """A word that may have been meant."""


Wish: TypeAlias = Word | Cards | Why | Again | Rules | NotUnderstood

_PLAY: Final = "play"
_DISCARD: Final = "discard"
_WHY: Final = "why"
_AGAIN: Final = "again"
_RULES: Final = "rules"
_SPOKEN: Final = {
    "declare": message("declare", "word"),
    "skip": message("skip", "word"),
    "hand": message("hand", "word"),
    "table": message("table", "word"),
    "trick": message("trick", "word"),
    "last": message("last", "word"),
    "points": message("points", "word"),
    "log": message("log", "word"),
    "status": message("status", "word"),
    "cards": message("cards", "word"),
    "help": message("help", "word"),
    "quit": message("quit", "word"),
    "yes": message("yes", "word"),
    "no": message("no", "word"),
    _PLAY: message("play", "word"),
    _DISCARD: message("discard", "word"),
    _WHY: message("why", "word"),
    _AGAIN: message("again", "word"),
    _RULES: message("rules", "word"),
}
"""Each word in English, and as the language has it: one or several, `si|sì`."""
_WORDS: Final = {
    **{word.value: word for word in Word if word is not Word.NOTHING},
    "t": Word.LAST,
    "p": Word.POINTS,
    "h": Word.LOG,
    "?": Word.HELP,
    "q": Word.QUIT,
    "y": Word.YES,
    "n": Word.NO,
}
_MOST_AGAIN: Final = 200


def wish_in(line: str, names: CardNames, texts: Texts) -> Wish:
    """What a typed line asks for."""
    first, _, rest = line.strip().partition(" ")
    if not first:
        return Word.NOTHING
    word = _english(first.casefold(), texts)
    rest = rest.strip()
    if not rest and word in _WORDS:
        return _WORDS[word]
    if word in {_PLAY, _DISCARD} and rest:
        return _cards(rest, word, names, texts)
    if word in {_WHY, "w"}:
        return _why(rest, names)
    if word == _AGAIN and (not rest or _number(rest)):
        return Again(_number(rest) or 1)
    if word == _RULES:
        return Rules(rest or None)
    return _cards(line, "", names, texts)


def spoken(word: str, texts: Texts) -> str:
    """What to type for an English word, in the person's language."""
    return texts.say(_SPOKEN[word]).split("|")[0]


def _english(typed: str, texts: Texts) -> str:
    """The English word for a typed one; itself if it is none."""
    for word, said in _SPOKEN.items():
        if typed in texts.say(said).casefold().split("|"):
            return word
    return typed


def _cards(typed: str, word: str, names: CardNames, texts: Texts) -> Wish:
    found = names.read(typed)
    if not isinstance(found, NoSuchCard):
        return Cards(found, word)
    known = [spoken(each, texts) for each in _SPOKEN]
    near = [] if word else difflib.get_close_matches(found.word, known, n=1)
    return NotUnderstood(found.word, near[0] if near else None)


def _why(typed: str, names: CardNames) -> Wish:
    if not typed:
        return Why(None)
    found = names.read(typed)
    if isinstance(found, NoSuchCard) or len(found) != 1:
        return NotUnderstood(typed, None)
    return Why(found[0])


def _number(typed: str) -> int:
    """A number from 1 to the most that is kept; 0 for anything else."""
    plain = typed.isascii() and typed.isdecimal() and len(typed) <= 4
    return min(int(typed), _MOST_AGAIN) if plain else 0
