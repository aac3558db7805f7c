"""`tarocco play` and `tarocco resume` in the full screen."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from client_cli.bidi import Bidi, in_cells
from client_cli.full.mode import FullMode
from client_cli.live.start import play
from client_cli.screens.look import look_for

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.exits import Exit
    from client_cli.texts import Texts


def play_full(request: Request, texts: Texts) -> Exit:
    """Play at a table in the full screen; raises like `client_cli.live.start.play`."""
    look = look_for(os.environ)
    look = replace(
        look,
        colour=look.colour and not request.no_color,
        ascii=look.ascii or request.ascii,
        arrange=in_cells if texts.bidi is Bidi.APP else str,
    )
    return play(request, texts, FullMode(texts, look, mouse=not request.no_mouse))
