"""What to type instead of a line that makes no sense, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from client_cli.card_names import CardNames
from client_cli.live.vocabulary import spoken, value_spoken
from client_cli.live.wishes import Misused, NoCard, NotUnderstood
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from client_cli.live.wishes import Senseless
    from client_cli.texts import Texts

_EXAMPLE: Final = "SF"


def correction(senseless: Senseless, texts: Texts) -> str:
    """What is wrong with the line, and how it would be right."""
    match senseless:
        case Misused(word):
            return _usage(word, texts)
        case NoCard(typed):
            return texts.say(
                "{word} is no card. A card goes by its code or its full name, such as "
                "{code} or {name}. All codes: {cards}.",
                word=shown(typed),
                code=_EXAMPLE,
                name=CardNames(texts).full(_EXAMPLE),
                cards=spoken("cards", texts),
            )
        case NotUnderstood():
            return _not_understood(senseless, texts)
        case _:
            assert_never(senseless)


def _usage(word: str, texts: Texts) -> str:
    typed = spoken(word, texts)
    match word:
        case "play":
            return texts.say("{word} needs a card. Example: {word} sf", word=typed)
        case "discard":
            return texts.say(
                "{word} needs two cards. Example: {word} b10 b7", word=typed
            )
        case "why":
            return texts.say(
                "{word} takes one card, or nothing. Example: {word} sf", word=typed
            )
        case "again":
            return texts.say(
                "{word} takes a number, or nothing. Example: {word} 3", word=typed
            )
        case "signal":
            return texts.say(
                "{word} takes busso, striscio or volo, and a card if you like. "
                "Example: {word} volo sf",
                word=typed,
            )
        case "claim":
            return texts.say(
                "{word} takes {ours} or {theirs}. Example: {word} {ours}",
                word=typed,
                ours=value_spoken("ours", texts),
                theirs=value_spoken("theirs", texts),
            )
        case "explain":
            return texts.say(
                "{word} takes the number of a line, or nothing. Example: {word} 4",
                word=typed,
            )
        case "rules":
            return texts.say(
                "{word} takes a topic, or nothing, and comes first. Example: {word} R9",
                word=typed,
            )
        case _:
            return texts.say(
                "Type {word} by itself: nothing else goes with it.", word=typed
            )


def _not_understood(wish: NotUnderstood, texts: Texts) -> str:
    line = texts.say("{word} is neither a word nor a card.", word=shown(wish.typed))
    if wish.near is not None:
        near = texts.say("Did you mean {near}?", near=wish.near)
        return f"{line} {near}"
    words = texts.say("All words: {help}.", help=spoken("help", texts))
    return f"{line} {words}"
