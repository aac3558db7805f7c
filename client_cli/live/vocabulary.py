"""The words of line mode: what may be typed for each of them, and what is shown.

A word has an English name in the code, and in each language one or several forms,
`skip|pass`: the first is shown, all are read. English forms are read in every language.
One-letter keys avoid the letters that cards begin with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.texts import Texts, message

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMS: Final = {
    "play": message("play", "word"),
    "declare": message("declare", "word"),
    "skip": message("skip|pass", "word"),
    "discard": message("discard|lay", "word"),
    "hand": message("hand", "word"),
    "table": message("table|seats|players", "word"),
    "trick": message("trick", "word"),
    "last": message("last|last trick", "word"),
    "points": message("points|score", "word"),
    "log": message("log|tricks|history", "word"),
    "status": message("status|turn", "word"),
    "why": message("why", "word"),
    "again": message("again|repeat", "word"),
    "cards": message("cards|codes", "word"),
    "rules": message("rules|rule", "word"),
    "help": message("help|words|commands", "word"),
    "quit": message("quit|exit|leave|bye", "word"),
    "yes": message("yes|ok", "word"),
    "no": message("no", "word"),
    "say": message("say", "word"),
    "mute": message("mute", "word"),
    "unmute": message("unmute|hear", "word"),
    "signal": message("signal|sign", "word"),
    "claim": message("claim", "word"),
    "undo": message("undo|takeback", "word"),
    "order": message("order|sort", "word"),
    "auto": message("auto|automatic", "word"),
    "cancel": message("cancel|unqueue", "word"),
    "explain": message("explain|details", "word"),
    "hint": message("hint|advice", "word"),
}
_VALUES: Final = {
    "ours": message("ours|us", "value"),
    "theirs": message("theirs|them", "value"),
}
KEYS: Final = {
    "t": "last",
    "p": "points",
    "h": "log",
    "w": "why",
    "?": "help",
    "q": "quit",
    "y": "yes",
    "n": "no",
    "g": "signal",
    "k": "claim",
    "u": "undo",
    "z": "undo",
    "r": "rules",
    "o": "order",
    "x": "cancel",
    "e": "explain",
}
"""One letter for a word, the same in every language."""
SAY_KEY: Final = "y"
"""The letter of `yes`; with something to say after it, that of `say`."""
WORDS: Final = tuple(_FORMS)
_ENGLISH: Final = Texts()


def spoken(word: str, texts: Texts) -> str:
    """What to type for a word, in the person's language."""
    return _forms(word, texts)[0]


def word_in(typed: str, texts: Texts) -> str | None:
    """The word that somebody has typed, by a form or by its key; None if it is none."""
    plain = " ".join(typed.casefold().split())
    if plain in KEYS:
        return KEYS[plain]
    for word in WORDS:
        if plain in {*_forms(word, texts), *_forms(word, _ENGLISH)}:
            return word
    return None


def value_in(typed: str, texts: Texts) -> str | None:
    """What stands after a word and is one of its values; None if it is none."""
    plain = typed.casefold()
    for value, forms in _VALUES.items():
        ways = {*texts.say(forms).split("|"), *_ENGLISH.say(forms).split("|")}
        if plain in ways:
            return value
    return None


def value_spoken(value: str, texts: Texts) -> str:
    """What to type for a value, in the person's language."""
    return texts.say(_VALUES[value]).split("|")[0]


def all_forms(texts: Texts) -> Iterator[str]:
    """Every form in the person's language."""
    for word in WORDS:
        yield from _forms(word, texts)


def _forms(word: str, texts: Texts) -> list[str]:
    return texts.say(_FORMS[word]).split("|")
