"""The verbs that only show a text: `cards` and `rules`."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from client_cli.arguments import wrong_use
from client_cli.card_table import table_lines
from client_cli.exits import Exit
from client_cli.rule_topics import reading_width, rules_text

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.texts import Texts


def show_reference(request: Request, texts: Texts) -> Exit:
    """Print the card table or a text of the rules.

    Raises:
        Stopped: Too many words, or no such topic.
    """
    if request.verb == "cards":
        if request.operands:
            what = texts.say("{command} takes no words.", command="tarocco cards")
            raise wrong_use(what, texts, "cards")
        text = "\n".join(table_lines(texts))
    else:
        topic = " ".join(request.operands) or None
        text = rules_text(topic, texts, reading_width())
    _show(text, paged=not request.plain)
    return Exit.DONE


def _has_reader() -> bool:
    """Whether a person sits there who can turn pages."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _show(text: str, *, paged: bool) -> None:
    """Print, through the person's pager when it is longer than the screen."""
    rows = shutil.get_terminal_size().lines
    if paged and _has_reader() and text.count("\n") > rows:
        from client_cli.pager import show_paged  # noqa: PLC0415 - rarely needed

        show_paged(text)
    else:
        print(text)
