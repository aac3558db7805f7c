"""The records of a bot's deals: checked and saved like those of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.live.closing_words import kept_lines
from protocol.bot_game import GameListener
from protocol.updates import Changed, Overrun, Replaced

if TYPE_CHECKING:
    from client_cli.live.deal_keeper import DealKeeper
    from client_cli.live.screen import Screen
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.updates import Update
    from protocol.views import DealView


class Records(GameListener):
    """Keeps each deal when it is settled.

    Args:
        keeper: Checks and saves them.
        screen: Where it is told: as progress, since results are what a bot is for.
        texts: The language.
    """

    def __init__(self, keeper: DealKeeper, screen: Screen, texts: Texts) -> None:
        self._keeper = keeper
        self._screen = screen
        self._texts = texts
        self.verified = True
        """Whether every deal was dealt and counted as promised."""

    async def heard(self, update: Update) -> None:
        """Remember what was promised of the next deal."""
        match update:
            case Changed():
                for item in update.message.items[update.fresh_from :]:
                    self._keeper.saw_item(item)
            case Replaced(known=known):
                self._keeper.saw_view(known.view)
            case Overrun(tables=tables):
                for known in tables:
                    self._keeper.saw_view(known.view)
            case _:
                pass

    async def chance_added(self, number: int, entropy: bytes) -> None:
        """Remember what this bot has added, to find it in the deal."""
        self._keeper.added(number, entropy)

    async def deal_over(self, known: Known, deal: DealView) -> None:
        """Check and save it."""
        del deal  # the keeper takes it from the view, with what stands around it
        kept = self._keeper.keep(known.view)
        if kept is None:
            return
        self.verified &= kept.fault is None
        lines = kept_lines(kept, self._texts)
        self._screen.complain(lines.complaints)
        for line in lines.said:
            self._screen.note(line)
