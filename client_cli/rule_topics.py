"""`tarocco rules`: the rules by topic, or what is said about one rule number.

The texts are packaged, one small file for each topic and language, so they are there
without a network. Topics go by an English word and by the word of the language.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import shown
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.texts import Texts

FOLDER: Final = Path(__file__).parent / "rule_texts"
TOPICS: Final = {
    "overview": message("overview", "topic"),
    "cards": message("cards", "topic"),
    "ranks": message("ranks", "topic"),
    "discard": message("discard", "topic"),
    "declarations": message("declarations", "topic"),
    "playing": message("playing", "topic"),
    "matto": message("matto", "topic"),
    "scoring": message("scoring", "topic"),
    "sets": message("sets", "topic"),
    "sequences": message("sequences", "topic"),
    "contatori": message("contatori", "topic"),
    "grande": message("grande", "topic"),
    "settlement": message("settlement", "topic"),
}
"""Name of each text and its word for people, in the order of a deal."""
_RULE: Final = re.compile(r"[AR]([1-9][0-9]?)", re.IGNORECASE)
WIDTH: Final = 78
"""Columns of a text that no terminal asks for."""
_NARROWEST: Final = 40
_WIDEST: Final = 100
"""Columns of a text that is still easy to read."""
_NUMBERED: Final = re.compile(r"[0-9]+\. ")
_CITED: Final = re.compile(r"([AR])([0-9]+)(?:-[AR]([0-9]+))?")


def reading_width() -> int:
    """Columns of a text: those of the terminal within reason, else as always."""
    if not sys.stdout.isatty():
        return WIDTH
    return min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)


def rules_text(topic: str | None, texts: Texts, width: int = WIDTH) -> str:
    """The text of a topic, what is said of a rule, or the overview and all topics.

    Args:
        topic: A topic or the number of a rule; None for the overview.
        texts: The language.
        width: Columns that the text may take, at least 40.

    Raises:
        Stopped: There is no such topic or rule.
    """
    return _fitted(_unfitted(topic, texts), width)


def _unfitted(topic: str | None, texts: Texts) -> str:
    if topic is None:
        return f"{_text_of('overview', texts)}\n\n{_topic_list(texts)}"
    wanted = topic.strip().casefold()
    for name, word in TOPICS.items():
        if wanted in {name, texts.say(word).casefold()}:
            return _text_of(name, texts)
    if _RULE.fullmatch(wanted):
        found = _paragraphs_on(wanted.upper(), texts)
        if found:
            return found
    raise Stopped(
        Exit.NOT_FOUND,
        texts.say("There is no topic {topic}.", topic=shown(topic)),
        why=_topic_list(texts),
        advice=texts.say("Begin with: {command}", command="tarocco rules"),
    )


def _fitted(text: str, width: int) -> str:
    """The text with its lines broken to a width; each paragraph, row and point is one.

    Where a paragraph has several lines, the rest of each hangs below its beginning.
    """
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        rows = paragraph.split("\n")
        for row in rows:
            lines += _broken(row, width, hangs=len(rows) > 1)
        lines.append("")
    return "\n".join(lines[:-1])


def _broken(row: str, width: int, *, hangs: bool) -> list[str]:
    if len(row) <= width:
        return [row]
    words = row.lstrip()
    margin = row[: len(row) - len(words)]
    hanging = (3 if _NUMBERED.match(words) else 2) if hangs else 0
    return textwrap.wrap(
        " ".join(words.split()),  # columns that do not fit are none
        width,
        initial_indent=margin,
        subsequent_indent=margin + " " * hanging,
        break_on_hyphens=False,
    )


def cited_in(text: str) -> set[str]:
    """The rule numbers that a text cites, `R34-R37` as all four."""
    numbers: set[str] = set()
    for kind, first, last in _CITED.findall(text):
        numbers |= {f"{kind}{n}" for n in range(int(first), int(last or first) + 1)}
    return numbers


def _paragraphs_on(rule: str, texts: Texts) -> str:
    found: list[str] = []
    for name in TOPICS:
        title, *paragraphs = _text_of(name, texts).split("\n\n")
        fitting = [text for text in paragraphs if rule in cited_in(text)]
        if fitting:
            found.append("\n\n".join([title, *fitting]))
    return "\n\n".join(found)


def _topic_list(texts: Texts) -> str:
    return texts.say(
        "Topics: {topics}. A number such as R9 does as well.",
        topics=", ".join(texts.say(word) for word in TOPICS.values()),
    )


def _text_of(name: str, texts: Texts) -> str:
    path = FOLDER / texts.language / f"{name}.txt"
    return path.read_text("utf-8").rstrip()
