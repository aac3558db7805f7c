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
from client_cli.live.vocabulary import SAY_KEY, all_forms, value_in, word_in
from protocol.to_server import Sign

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
    ORDER = "order"
    AUTO = "auto"
    CANCEL = "cancel"
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
class Talk:
    """Say something at the table; nothing asks for the phrases."""

    text: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear somebody no more, or again."""

    who: str
    """A name or a seat; nothing for everybody."""
    on: bool


@dataclass(frozen=True, slots=True)
class Signal:
    """Give a signal with a card that is led: this one, or the next."""

    sign: Sign
    code: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the tricks that are left, or give them up."""

    ours: bool


@dataclass(frozen=True, slots=True)
class Undo:
    """Ask for the card that was just played."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is each thing worth that may be done now?"""


@dataclass(frozen=True, slots=True)
class Explain:
    """Open a line of a score; without a number, show the lines."""

    number: int | None


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
Wish: TypeAlias = (
    Word
    | Cards
    | Why
    | Again
    | Rules
    | Talk
    | Mute
    | Signal
    | Claim
    | Undo
    | Hint
    | Explain
    | Senseless
)

_MOST_AGAIN: Final = 200
_SIGNS: Final[tuple[Sign, ...]] = ("busso", "striscio", "volo")
_STOPS: Final = "!?."


def wish_in(line: str, names: CardNames, texts: Texts) -> Wish:
    """What a typed line asks for; `help!` is `help`."""
    whole = line.strip()
    typed = whole.rstrip(_STOPS) or whole
    if not typed:
        return Word.NOTHING
    word = word_in(typed, texts)
    if word is not None:
        return _said(word, "", names, texts)
    first, _, rest = typed.partition(" ")
    word = word_in(first, texts)
    if word == "say" or first.casefold() == SAY_KEY:
        return Talk(whole.partition(" ")[2].strip())  # with its stops
    if word is not None:
        return _said(word, rest.strip(), names, texts)
    return _without_word(typed, names, texts)


def _said(word: str, rest: str, names: CardNames, texts: Texts) -> Wish:
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
        case "signal":
            return _signal(rest, names)
        case "explain" if not rest or _number(rest):
            return Explain(_number(rest) or None)
        case "play" | "discard" | "again" | "explain":
            return Misused(word)
        case _:
            return _beside(word, rest, texts)


def _beside(word: str, rest: str, texts: Texts) -> Wish:
    """A word that is no move, and what stands after it."""
    match word:
        case "say":
            return Talk(rest)
        case "mute" | "unmute":
            return Mute(rest, on=word == "mute")
        case "claim":
            value = value_in(rest, texts)
            return Misused(word) if value is None else Claim(ours=value == "ours")
        case "undo" if not rest:
            return Undo()
        case "hint" if not rest:
            return Hint()
        case "undo" | "hint":
            return Misused(word)
        case _:
            return Misused(word) if rest else Word(word)


def _signal(typed: str, names: CardNames) -> Wish:
    """A signal, and the card that it goes with."""
    first, _, rest = typed.casefold().partition(" ")
    sign = next((each for each in _SIGNS if each == first), None)
    if sign is None:
        return Misused("signal")
    if not rest.strip():
        return Signal(sign, None)
    found = names.read(rest)
    if isinstance(found, NoSuchCard):
        return NoCard(found.word)
    return Signal(sign, found[0]) if len(found) == 1 else Misused("signal")


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
