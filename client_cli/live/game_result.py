"""A game as one JSON object for scripts, told when it is over: `play --json`.

What is told is put together while the game goes on: each deal as it is settled, and
what the check of its record has found.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from client_cli.event_lines import SEATS, TEAMS
from client_cli.live.happenings import Happenings
from protocol.updates import Changed, Replaced

if TYPE_CHECKING:
    from client_cli.exits import Exit
    from client_cli.live.deal_keeper import KeptDeal
    from client_cli.live.happenings import Happening, Heard
    from protocol.client import Session
    from protocol.fold import Known
    from protocol.scores import Settlement
    from protocol.views import View


class GameResult:
    """What has come of a game so far."""

    def __init__(self) -> None:
        self._table: str | None = None
        self._view: View | None = None
        self._deals: dict[int, Settlement] = {}
        self._kept: dict[int, KeptDeal] = {}

    def sat_down(self, table: str) -> None:
        """This client has a seat at a table."""
        self._table = table

    def saw(self, known: Known) -> None:
        """Something more is known of a table."""
        view = known.view
        if view.table != self._table:
            return
        self._view = view
        if view.deal is not None and view.deal.settlement is not None:
            self._deals.setdefault(view.deal.deal, view.deal.settlement)

    def kept(self, number: int, deal: KeptDeal) -> None:
        """The record of a deal was checked, and saved if that was possible."""
        self._kept[number] = deal

    def told(self, code: Exit) -> str:
        """The object, for a game that ends with this exit code."""
        view, deals = self._view, self._deals.items()
        you = None if view is None else view.you
        content = {
            "v": 1,
            "code": code.value,
            "table": self._table,
            "seat": None if you is None else SEATS[you],
            "deals": [self._deal(number, deal, you) for number, deal in deals],
            "match": None
            if view is None
            else dict(zip(TEAMS, view.match, strict=True)),
        }
        return json.dumps(content)

    def _deal(
        self, number: int, settlement: Settlement, you: int | None
    ) -> dict[str, Any]:
        totals = [team.total for team in settlement.teams]
        kept = self._kept.get(number)
        path = None if kept is None else kept.path
        return {
            "deal": number,
            **{
                name: {
                    "card_points": team.card_points,
                    "last_trick": team.last_trick,
                    "captured": team.captured,
                    "declared": team.declared,
                    "total": team.total,
                }
                for name, team in zip(TEAMS, settlement.teams, strict=True)
            },
            "margin": None if you is None else totals[you % 2] - totals[1 - you % 2],
            "verified": None if kept is None else kept.fault is None,
            "record": None if path is None else str(path),
        }


class NotedHappenings(Happenings):
    """Happenings of which a result takes note, each before the game reacts to it.

    Args:
        session: Its updates are taken as long as there is room.
        result: Takes note.
        log: As of all happenings.
    """

    def __init__(
        self, session: Session, result: GameResult, log: Heard | None = None
    ) -> None:
        super().__init__(session, log)
        self._result = result

    async def get(self) -> Happening:
        """The next happening, of which note was taken."""
        happening = await super().get()
        if isinstance(happening, Changed | Replaced):
            self._result.saw(happening.known)
        return happening
