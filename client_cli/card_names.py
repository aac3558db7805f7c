"""The names of cards, suits and trumps in a language, and how a typed card is read.

A card may be typed as its code in any case, or by its full name. A translation may
give several words for one thing, `Denari|Danari`: the first is shown, all are read. Whoever
keeps the names of another language sees those, and may type either.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from client_cli.cards import (
    ANY_MOOR,
    BEGATO,
    CODES,
    MATTO,
    MOORS,
    NUMBERS,
    RANKS,
    SUITS,
    on_screen,
    rank_of,
    suit_of,
)
from client_cli.texts import Texts, message

_SUIT_NAMES: Final = {
    "S": message("Swords"),
    "B": message("Batons"),
    "C": message("Cups"),
    "D": message("Coins"),
    "T": message("Trumps"),
    "M": message("Matto|Fool"),
}
_RANK_NAMES: Final = {
    "R": message("King"),
    "Q": message("Queen"),
    "C": message("Knight"),
    "F": message("Jack"),
    "A": message("Ace"),
}
_SINGLE_NAMES: Final = {
    "AN": message("Angel"),
    "MN": message("World"),
    "SO": message("Sun"),
    "LU": message("Moon"),
    BEGATO: message("Bégato"),
    MATTO: message("Matto|Fool"),
    **dict.fromkeys((*MOORS, ANY_MOOR), message("Moor")),
}
_MOST_WORDS: Final = 4
_ARABIC_COMMA: Final = "\N{ARABIC COMMA}"


@dataclass(frozen=True, slots=True)
class NoSuchCard:
    """One or several typed words that name no card."""

    word: str


def codes_for_names() -> Texts:
    """Texts in which each card is called by its code, for whoever wants no names."""
    codes = {
        name: (code,)
        for names in (_SUIT_NAMES, _RANK_NAMES, _SINGLE_NAMES)
        for code, name in names.items()
    }
    return Texts(
        messages={
            **codes,
            _SUIT_NAMES["T"]: (_SUIT_NAMES["T"],),  # the trumps together have no code
            "trump {number}": ("{number}",),
            "{rank} of {suit}": ("{suit}{rank}",),
        }
    )


class CardNames:
    """What cards are called in one language."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts.cards
        self._read = (texts, texts.cards)
        self._codes: dict[str, str] = {}

    def suit(self, letter: str) -> str:
        """The name of a suit, of the trumps (`T`) or of the Matto (`M`)."""
        return self._words(_SUIT_NAMES[letter])[0]

    def rank(self, rank: str) -> str:
        """The name of a rank; a number is its own name."""
        return self._words(_RANK_NAMES.get(rank, rank))[0]

    def full(self, code: str) -> str:
        """The name of a card: `King of Swords`, `Angel`, `trump 16`."""
        if code in _SINGLE_NAMES:
            return self._words(_SINGLE_NAMES[code])[0]
        if code in NUMBERS:
            return self._texts.say("trump {number}", number=code)
        return self._texts.say(
            "{rank} of {suit}",
            rank=self.rank(rank_of(code)),
            suit=self.suit(suit_of(code)),
        )

    def said(self, code: str) -> str:
        """Code and, where it has one, its name: `SR, King of Swords`, `S7`, `16`."""
        if code in NUMBERS or (code not in _SINGLE_NAMES and code[1:].isdecimal()):
            return code
        name = self.full(code)
        return f"{on_screen(code)}, {name}" if name != on_screen(code) else name

    def in_hand(self, code: str) -> str:
        """Code and what it does not say in its suit's row: `SR King`, `S6`, `AN Angel`."""
        if code in NUMBERS or code == MATTO:
            return code
        shown, name = on_screen(code), self.short(code)
        return f"{shown} {name}" if name not in shown else shown

    def short(self, code: str) -> str:
        """What a card is called in its suit's row: `King`, `6`, `Angel`."""
        if code in _SINGLE_NAMES:
            return self.full(code)
        return code if code in NUMBERS else self.rank(rank_of(code))

    def read(self, typed: str) -> tuple[str, ...] | NoSuchCard:
        """The codes of the cards in a typed line, in order; any Moor as `MR`.

        Codes and names may be mixed, with spaces or commas between. At each place the
        longest name counts, so `re di spade` is one card. What is no card is given
        back up to the next one that is.
        """
        words = typed.replace(",", " ").replace(_ARABIC_COMMA, " ").split()
        codes: list[str] = []
        strange: list[str] = []
        while words:
            code, length = self._first(words)
            if code is None:
                strange.append(words[0])
            elif strange:
                break  # one thing at a time is complained of
            else:
                codes.append(code)
            del words[:length]
        return NoSuchCard(" ".join(strange)) if strange else tuple(codes)

    def is_half(self, word: str) -> bool:
        """Whether a word is a rank or a suit, which is no card yet: `king`."""
        names = [*_SUIT_NAMES.values(), *_RANK_NAMES.values()]
        return _plain(word) in {
            _plain(each)
            for texts in self._read
            for name in names
            for each in _words(name, texts)
        }

    def _first(self, words: list[str]) -> tuple[str | None, int]:
        """The card that the first words name, and how many of them do."""
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            code = self._code_for(" ".join(words[:length]))
            if code is not None:
                return code, length
        return None, 1

    def _code_for(self, typed: str) -> str | None:
        upper = typed.upper()
        if upper in CODES or upper == ANY_MOOR:
            return upper
        if not self._codes:
            for texts in self._read:
                self._codes |= _all_names(texts)
        return self._codes.get(_plain(typed))

    def _words(self, name: str) -> list[str]:
        return _words(name, self._texts)


def _all_names(texts: Texts) -> dict[str, str]:
    """Every name of a card in a language, with the code that it stands for."""
    codes: dict[str, str] = {}
    for code, name in _SINGLE_NAMES.items():
        typed = ANY_MOOR if code in MOORS else code
        codes |= {_plain(word): typed for word in _words(name, texts)}
    for suit in SUITS:
        for rank in RANKS:
            for rank_word in _words(_RANK_NAMES.get(rank, rank), texts):
                for suit_word in _words(_SUIT_NAMES[suit], texts):
                    name = texts.say("{rank} of {suit}", rank=rank_word, suit=suit_word)
                    codes[_plain(name)] = suit + rank
                    codes[_plain(f"{rank_word} {suit_word}")] = suit + rank
    for number in NUMBERS:
        codes[_plain(texts.say("trump {number}", number=number))] = number
    return codes


def _words(name: str, texts: Texts) -> list[str]:
    return texts.say(name).split("|")


def _plain(name: str) -> str:
    """The name without accents and capitals, for comparing."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
