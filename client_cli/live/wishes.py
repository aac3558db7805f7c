"""What a typed line asks for: a word of the game, or a card by itself.

A line is read without knowing the state of the table; whether the wish can be granted
is for others to say.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.card_names import NoSuchCard
from client_cli.live.vocabulary import all_forms, word_in

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
class Misused:
    """A word with too much, too little or the wrong things beside it."""

    word: str
    """Its English name."""


@dataclass(frozen=True, slots=True)
class NoCard:
    """Something stands where a card belongs, and is none."""

    typed: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Neither a word nor a card."""

    typed: str
    near: str | None
    """A word that may have been meant."""


Senseless: TypeAlias = Misused | NoCard | NotUnderstood
Wish: TypeAlias = Word | Cards | Why | Again | Rules | Senseless

_MOST_AGAIN: Final = 200
_STOPS: Final = "!?."


def wish_in(line: str, names: CardNames, texts: Texts) -> Wish:
    """What a typed line asks for; `help!` is `help`."""
    typed = line.strip()
    typed = typed.rstrip(_STOPS) or typed
    if not typed:
        return Word.NOTHING
    word = word_in(typed, texts)
    if word is not None:
        return _said(word, "", names)
    first, _, rest = typed.partition(" ")
    word = word_in(first, texts)
    if word is not None:
        return _said(word, rest.strip(), names)
    return _without_word(typed, names, texts)


def _said(word: str, rest: str, names: CardNames) -> Wish:
    """A word and what stands after it, if anything does."""
    match word:
        case "play" | "discard" if rest:
            return _named(word, rest, names)
        case "why":
            return _why(rest, names)
        case "again" if not rest or _number(rest):
            return Again(_number(rest) or 1)
        case "rules":
            return Rules(rest or None)
        case "play" | "discard" | "again":
            return Misused(word)
        case _:
            return Misused(word) if rest else Word(word)


def _named(word: str, typed: str, names: CardNames) -> Wish:
    found = names.read(typed)
    return NoCard(found.word) if isinstance(found, NoSuchCard) else Cards(found, word)


def _why(typed: str, names: CardNames) -> Wish:
    if not typed:
        return Why(None)
    found = names.read(typed)
    if isinstance(found, NoSuchCard):
        return NoCard(found.word)
    return Why(found[0]) if len(found) == 1 else Misused("why")


def _without_word(typed: str, names: CardNames, texts: Texts) -> Wish:
    """A line that begins with no word: cards, or nothing that is known."""
    found = names.read(typed)
    if not isinstance(found, NoSuchCard):
        return Cards(found, "")
    strange, begins_with = found.word.split()[0], typed.replace(",", " ").split()[0]
    misplaced = word_in(strange, texts)
    if misplaced is not None:
        return Misused(misplaced)
    if strange != begins_with or names.is_half(strange):
        return NoCard(found.word)
    near = difflib.get_close_matches(strange, list(all_forms(texts)), n=1)
    return NotUnderstood(found.word, near[0] if near else None)


def _number(typed: str) -> int:
    """A number from 1 to the most that is kept; 0 for anything else."""
    plain = typed.isascii() and typed.isdecimal() and len(typed) <= 4
    return min(int(typed), _MOST_AGAIN) if plain else 0
