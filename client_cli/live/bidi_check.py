"""What `tarocco doctor` asks whoever reads from right to left: which line is right?

A card's name is printed in three ways. It has several words: some terminals join the
letters of a word, and leave the words in the wrong order. The answer is kept among the
person's settings. The question is put in English too, as the other one may not be
readable yet.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from client_cli.bidi import Bidi, can_order, ordered
from client_cli.card_names import CardNames
from client_cli.home import line_of_terminal
from client_cli.preferences import change
from client_cli.streams import nothing_laid_out
from client_cli.texts import Texts, texts_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_CARD: Final = "SQ"
_ANSWERS: Final = {"1": Bidi.TERMINAL, "2": Bidi.APP, "3": Bidi.OFF}


def ask_bidi(
    settings: Path, texts: Texts, read: Callable[[], str | None] = line_of_terminal
) -> None:
    """Ask, and keep the answer; an empty line or another word changes nothing.

    Raises:
        Stopped: The settings cannot be changed.
    """
    with nothing_laid_out():
        print("\n".join(_question_lines(texts)), flush=True)
    print("> ", end="", file=sys.stderr, flush=True)
    answer = _ANSWERS.get((read() or "").strip())
    if answer is None or (answer is Bidi.APP and not can_order()):
        print(texts.say("Nothing was changed."))
        return
    change(settings, "bidi", answer.value, texts)
    print(
        texts.say(
            "Arabic is shown so from now on: {way}. Kept in {path}",
            way=answer.value,
            path=settings,
        )
    )


def _question_lines(texts: Texts) -> list[str]:
    name = CardNames(texts_in("ar")).full(_CARD)
    ours = ordered(name) if can_order() else texts.say("not installed")
    asked = [
        each.say(
            "Arabic, the Queen of Swords: which line is right? Type 1 or 2, 3 if neither "
            "is, or nothing."
        )
        for each in (Texts(), texts)
    ]
    return [*dict.fromkeys(asked), f"1  {name}", f"2  {ours}", f"3  {_CARD}"]
