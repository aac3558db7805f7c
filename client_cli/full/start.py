"""`tarocco play` and `tarocco resume` in the full screen."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from client_cli.bidi import Bidi, in_cells
from client_cli.full.key_file import keys_of
from client_cli.full.mode import FullMode
from client_cli.live.start import play
from client_cli.screens.look import look_for

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.exits import Exit
    from client_cli.texts import Texts


def play_full(request: Request, texts: Texts) -> Exit:
    """Play at a table in the full screen.

    Raises:
        Stopped: As `client_cli.live.start.play` says, or for keys that cannot be.
    """
    look = look_for(os.environ)
    look = replace(
        look,
        colour=look.colour and not request.no_color,
        ascii=look.ascii or request.ascii,
        arrange=in_cells if texts.bidi is Bidi.APP else str,
    )
    keys = keys_of(request.config, os.environ, texts)
    front = FullMode(texts, look, mouse=not request.no_mouse, keys=keys)
    return play(request, texts, front)
