"""A game as JSON lines for scripts: what happens is told as the game hears of it.

The game itself goes on as ever, with its sentences sent nowhere. Lines that are typed
are those of line mode.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from client_cli.event_lines import (
    event_line,
    hint_line,
    item_lines,
    question_line,
    standing_lines,
)
from client_cli.live.happenings import Done, Happenings
from client_cli.live.refusals import refusal_lines
from protocol.bots import asked_view
from protocol.to_client import Refused
from protocol.updates import Changed, HintTold, Replaced

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from client_cli.event_lines import Line
    from client_cli.live.happenings import Happening, Heard
    from client_cli.texts import Texts
    from protocol.client import Session
    from protocol.fold import Known


class JsonHappenings(Happenings):
    """Happenings that are told, each before the game reacts to it.

    Args:
        session: Its updates are taken as long as there is room.
        server_now_ms: Time by the server's clock.
        texts: The language of the sentence in an error.
        output: Where the lines go.
        log: As of all happenings.
    """

    def __init__(
        self,
        session: Session,
        server_now_ms: Callable[[], int],
        texts: Texts,
        output: TextIO | None = None,
        log: Heard | None = None,
    ) -> None:
        super().__init__(session, log)
        self._now_ms = server_now_ms
        self._texts = texts
        self._output = sys.stdout if output is None else output
        self._known: Known | None = None

    async def get(self) -> Happening:
        """The next happening, which has been told."""
        happening = await super().get()
        for line in self._lines(happening):
            self._output.write(json.dumps(line) + "\n")
        self._output.flush()
        return happening

    def _lines(self, happening: Happening) -> list[Line]:
        match happening:
            case Replaced(known=known):
                self._known = known
                return [*standing_lines(happening), *self._question(known)]
            case Changed(message=message, known=known):
                self._known = known
                items = message.items[happening.fresh_from :]
                lines = [
                    line for item in items for line in item_lines(item, known.view)
                ]
                return [*lines, *self._question(known)]
            case Done(order, Refused() as refused):
                return [self._error(refused, order.cards)]
            case HintTold(hints):
                return [hint_line(hints)]
            case _:
                return []

    def _question(self, known: Known) -> list[Line]:
        """The question to this seat, if it is its turn."""
        view = asked_view(known)
        if view is None:
            return []
        deadline = known.situation.deadline
        left_s = None if deadline is None else (deadline - self._now_ms()) / 1_000
        return [question_line(view, known.view.table, left_s)]

    def _error(self, refused: Refused, cards: tuple[str, ...]) -> Line:
        known = self._known
        return event_line(
            "error",
            code=refused.code,
            card=cards[0] if cards else None,
            led_suit=None if known is None else known.situation.led,
            legal=refused.legal,
            msg=" ".join(refusal_lines(refused, cards, known, self._texts)),
        )
