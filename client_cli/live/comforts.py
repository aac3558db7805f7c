"""What makes a game pleasant for one person, and is no part of the table.

The guess of the server's clock, the bell, the order of the hand, and the pause before a
card that the program plays by itself, so that its speed tells nobody anything.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.live.attention import Attention, notification, notification_of
from client_cli.live.hand_order import OrderFile
from client_cli.live.server_time import ServerTime

if TYPE_CHECKING:
    from pathlib import Path

    from client_cli.taste import Taste

_PAUSE_S: Final = (0.6, 1.5)
"""As long as a person takes who knows his card."""


@dataclass(frozen=True, slots=True)
class Comforts:
    """The comforts of one game."""

    time: ServerTime
    attention: Attention
    order: OrderFile
    pause_s: Callable[[], float]
    """How long to wait before a card that was chosen ahead."""


def comforts_for(taste: Taste, folder: Path, *, at_terminal: bool) -> Comforts:
    """The comforts that this person wants, where he sits.

    Args:
        taste: What he likes.
        folder: The state folder.
        at_terminal: Whether a person is there to be called.
    """
    way = notification_of(os.environ) if taste.notify else None
    hears = at_terminal and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def notify(text: str) -> str:
        return "" if way is None else notification(way, text, in_tmux=_in_tmux())

    return Comforts(
        time=ServerTime(lambda: time.monotonic_ns() // 1_000_000),
        attention=Attention(
            sys.stderr if hears else None, taste.bell, notify, time.monotonic
        ),
        order=OrderFile(folder, taste.sort),
        pause_s=lambda: random.uniform(*_PAUSE_S),  # noqa: S311 - no secret
    )


def _in_tmux() -> bool:
    return "TMUX" in os.environ
