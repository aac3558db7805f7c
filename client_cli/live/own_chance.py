"""Random bytes of one's own for the first deal, given together with one's seat.

Where others are waited for, the deal may begin without a word of ours: the fourth person
sits down, or bots come. So the bytes go along with the seat. They are worth something
only if the server had promised its own part before it knew them; therefore the table is
looked at first.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from client_cli.live.deal_keeper import ENTROPY_BYTES
from protocol.updates import Ended, Gone, NoAnswerError, Replaced

if TYPE_CHECKING:
    from client_cli.live.parts import Parts
    from protocol.views import View

_LOOK_S: Final = 30.0
"""How long a table may take to show itself: as long as a command may take."""


async def own_chance(table: str, parts: Parts) -> bytes | None:
    """Bytes to sit down with; None at a table that promises nothing to onlookers.

    What else the session tells meanwhile is left for the game.

    Raises:
        NoAnswerError: The table neither shows itself in time nor refuses to.
        SessionEndedError: The session is over.
    """
    await parts.session.refresh(table)
    try:
        async with asyncio.timeout(_LOOK_S):
            view = await _looked_at(table, parts)
    except TimeoutError:
        raise NoAnswerError(sent=True) from None
    if view is None or not _promises(view):
        return None
    entropy = secrets.token_bytes(ENTROPY_BYTES)
    parts.keeper.saw_view(view)
    parts.keeper.offered(view, entropy)
    return entropy


async def _looked_at(table: str, parts: Parts) -> View | None:
    """The table as onlookers see it; None if they do not."""
    async for update in parts.session:
        if isinstance(update, Replaced) and update.known.view.table == table:
            return update.known.view
        if isinstance(update, Gone) and update.table == table:
            return None
        parts.happenings.keep(update)
        if isinstance(update, Ended):
            return None
    return None


def _promises(view: View) -> bool:
    """Whether the next deal is promised, and begins only after one has sat down."""
    deal, options = view.deal, view.options
    runs = deal is not None and deal.settlement is None
    is_late = options.bot_seats != "between_deals" or options.spectator_delay_ms > 0
    return view.commitment is not None and not runs and not is_late
