"""What people type, and what other people send to a terminal."""

from client_cli.card_names import CardNames
from client_cli.live.waiting_words import room_wish
from client_cli.live.wishes import wish_in
from client_cli.safe_text import printable, shown
from client_cli.texts import texts_in
from tests.fuzz.target import Target

LANGUAGES = ("en", "it")
_TEXTS = [texts_in(language) for language in LANGUAGES]
_NAMES = [CardNames(texts) for texts in _TEXTS]
LINES = (
    "play sf", "sf", "6 di spade", "declare", "skip", "discard b6 d7", "why 16", "score",
    "say buona partita", "mute n", "claim 3", "undo", "explain 2", "kick w", "rules a28",
)  # fmt: skip
NAMES = (
    "Ada", "\x1b[2J\x1b]0;x\x07", "\u202egnp.exe", "a\u0301\u0301\u0301", "\u200b\u2066x",
    "\x9b31m", "\U000e0041", "🃏", "الماتو",
)  # fmt: skip
WORDS = (b"\x1b[", b"\x1b]", b"\x9b", "\u202e".encode(), b"\r", b"\0", b" di ", b"M1")


def check_line(data: bytes) -> None:
    """A typed line is understood, or not, in every language."""
    line = data.decode("utf-8", "replace")
    for texts, names in zip(_TEXTS, _NAMES, strict=True):
        wish_in(line, names, texts)
        room_wish(line, texts)


def check_name(data: bytes) -> None:
    """A text of somebody else's steers no terminal, however it is made."""
    text = data.decode("utf-8", "replace")
    assert printable(text).isprintable()
    assert shown(text).isprintable()


TARGETS = (
    Target(
        "typed",
        "typed lines",
        check_line,
        lambda: [line.encode() for line in LINES],
        WORDS,
        cost=2,
    ),
    Target(
        "name",
        "names and chat of others",
        check_name,
        lambda: [name.encode() for name in NAMES],
        WORDS,
    ),
)
