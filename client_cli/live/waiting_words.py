"""The words of a waiting room, before the first deal; all others work there too."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.texts import Texts, message

if TYPE_CHECKING:
    from client_cli.live.places import Places
    from protocol.views import View

_FORMS: Final = {
    "start": message("start|begin|bots", "word"),
    "invite": message("invite|invitation", "word"),
    "kick": message("kick", "word"),
}
_ENGLISH: Final = Texts()
_SEATS: Final = 4


class RoomWord(Enum):
    """A wish that needs no more than its word."""

    START = "start"
    INVITE = "invite"
    NOTHING = ""
    """An empty line."""


@dataclass(frozen=True, slots=True)
class KickWish:
    """Somebody is to leave, or nobody was named."""

    whom: str


RoomWish: TypeAlias = RoomWord | KickWish


def room_word(word: str, texts: Texts) -> str:
    """What to type for a word, in the person's language."""
    return _forms(word, texts)[0]


def room_wish(line: str, texts: Texts) -> RoomWish | None:
    """What a typed line asks for; None for a line with no word of a waiting room."""
    typed = line.strip()
    if not typed:
        return RoomWord.NOTHING
    first, _, rest = typed.partition(" ")
    word = _word_in(first.casefold(), texts)
    if word == "kick":
        return KickWish(rest.strip())
    return None if word is None or rest.strip() else RoomWord(word)


def seat_called(typed: str, view: View, places: Places) -> int | None:
    """The seat of another person, by direction or name; None if there is none."""
    wanted = typed.casefold()
    for seat in range(_SEATS):
        info = view.seats[seat]
        if info.occupant != "person" or places.is_you(seat):
            continue
        called = {places.direction(seat), info.name or ""}
        if wanted in {name.casefold() for name in called}:
            return seat
    return None


def _word_in(typed: str, texts: Texts) -> str | None:
    for word in _FORMS:
        if typed in {*_forms(word, texts), *_forms(word, _ENGLISH)}:
            return word
    return None


def _forms(word: str, texts: Texts) -> list[str]:
    return texts.say(_FORMS[word]).split("|")
