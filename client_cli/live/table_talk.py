"""What is said at a table: heard, said by oneself, and not heard from whom one has muted.

Phrases are said in each listener's language. Muting is this client's own doing: the
table is not told, and so nobody at it either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.live.places import places_in
from client_cli.live.vocabulary import spoken
from client_cli.safe_text import shown
from client_cli.texts import Texts, message

if TYPE_CHECKING:
    from protocol.fold import Known
    from protocol.to_client import Said
    from protocol.to_server import Phrase

_PHRASES: Final[dict[Phrase, str]] = {
    "hello": message("Hello!", "phrase"),
    "good_luck": message("Good luck!", "phrase"),
    "well_played": message("Well played!", "phrase"),
    "nice_hand": message("Nice hand!", "phrase"),
    "thanks": message("Thanks!", "phrase"),
    "sorry": message("Sorry!", "phrase"),
    "one_moment": message("One moment, please.", "phrase"),
    "i_am_back": message("I am back.", "phrase"),
    "hurry_up": message("Hurry up, please.", "phrase"),
    "one_more": message("One more?", "phrase"),
    "good_game": message("Good game!", "phrase"),
    "goodbye": message("Goodbye!", "phrase"),
}
_STOPS: Final = " .!?,"
_MOST_SAID: Final = 200


def phrase_in(typed: str, texts: Texts) -> Phrase | None:
    """The phrase that was typed, in one's own language or in English, or its number."""
    plain = _plain(typed)
    for number, (phrase, words) in enumerate(_PHRASES.items(), 1):
        ways = (str(number), _plain(texts.say(words)), _plain(Texts().say(words)))
        if plain in ways:
            return phrase
    return None


def phrases(texts: Texts) -> list[str]:
    """All phrases, each with the number that says it."""
    return [
        f"{number} {texts.say(words)}"
        for number, words in enumerate(_PHRASES.values(), 1)
    ]


def phrases_line(texts: Texts) -> str:
    """All phrases, with their numbers."""
    return texts.say(
        "Type {say} and a phrase or its number: {phrases}",
        say=spoken("say", texts),
        phrases=" ".join(phrases(texts)),
    )


def why_not_said(known: Known, texts: Texts) -> str | None:
    """Why no text of one's own can be said here now; None where it can."""
    deal = known.view.deal
    match known.view.options.talk:
        case "off":
            return texts.say("At this table nothing is said.")
        case "phrases":
            return texts.say("At this table only phrases are said.")
        case "free" if deal is not None and deal.settlement is None:
            return texts.say("While a deal is played only phrases are said.")
        case _:
            return None


def said_line(said: Said, texts: Texts) -> str:
    """What somebody says at the table."""
    phrase = next((each for each in _PHRASES if each == said.phrase), None)
    if phrase is not None:
        words = texts.say(_PHRASES[phrase])
    else:
        words = shown(said.text or said.phrase or "", _MOST_SAID)
    return texts.say("{name} says: {words}", name=shown(said.name), words=words)


@dataclass(frozen=True, slots=True)
class MutedNow:
    """Who is not heard at this moment."""

    everybody: bool = False
    names: frozenset[str] = frozenset()

    def hears(self, name: str) -> bool:
        """Whether what the person of this name says is shown."""
        return not self.everybody and _plain(name) not in self.names


ALL_HEARD: Final = MutedNow()
"""Nobody is muted."""


class Muted:
    """Whom this person does not want to hear."""

    def __init__(self) -> None:
        self._all = False
        self._names: set[str] = set()

    @property
    def now(self) -> MutedNow:
        """Who is not heard at this moment."""
        return MutedNow(self._all, frozenset(self._names))

    def hears(self, said: Said) -> bool:
        """Whether something that was said is to be shown."""
        return self.now.hears(said.name)

    def change(self, who: str, known: Known | None, texts: Texts, *, on: bool) -> str:
        """Mute somebody, or hear him again; says what holds from now on.

        Args:
            who: A name, a seat such as `East`, or nothing for everybody.
            known: The table, for who sits where.
            texts: The language.
            on: Whether to mute.
        """
        if not who:
            self._all = on
            self._names = set()
            if on:
                return texts.say("You hear nobody any more; nobody is told.")
            return texts.say("You hear everybody again.")
        name = _name_at(who, known, texts) or who
        if on:
            self._names.add(_plain(name))
            return texts.say(
                "You do not hear {name} any more; nobody is told.", name=shown(name)
            )
        self._all = False
        self._names.discard(_plain(name))
        return texts.say("You hear {name} again.", name=shown(name))


def _name_at(who: str, known: Known | None, texts: Texts) -> str | None:
    """The name of the person at a seat that was named by its direction."""
    if known is None:
        return None
    places = places_in(known.view, texts)
    for seat, name in enumerate(places.names):
        if name and _plain(places.direction(seat)) == _plain(who):
            return name
    return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(_STOPS)
