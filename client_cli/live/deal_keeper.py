"""What a client remembers of a deal to check and keep it when it is over.

The commitment as it was published before the cards, and the random bytes that this
client has added: with them nobody has to believe the server about the deal.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from client_cli.live.saved_games import GAMES, is_saved, record_of, save
from protocol.items import DealCommitted

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.items import Item
    from protocol.views import View

ENTROPY_BYTES = 32


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A finished deal as it was checked and saved."""

    fault: str | None
    """What does not hold of it; None if all of it does."""
    promised: bool
    """Whether this client saw the commitment while it could not know the secret."""
    has_own_chance: bool
    """Whether random bytes of this client are known to be in it."""
    path: Path | None
    """Where its record is; None if it could not be saved."""
    problem: str = ""
    """Why it could not be saved."""


class DealKeeper:
    """Remembers, and keeps each deal of a table.

    Args:
        folder: The state folder.
        now: The time of day.
        tell: Is told the number of each deal that was kept, and what came of it.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        tell: Callable[[int, KeptDeal], None] = lambda _number, _kept: None,
    ) -> None:
        self._folder = folder
        self._now = now
        self._tell = tell
        self._commitments: dict[int, bytes] = {}
        self._entropies: dict[int, bytes] = {}
        self._offered: tuple[int, bytes] | None = None

    def saw_view(self, view: View) -> None:
        """Take a commitment from a whole view: it is of the next or running deal."""
        self._settle_offer(view)
        if view.commitment is None:
            return
        deal = view.deal
        running = deal is not None and deal.settlement is None
        number = deal.deal if deal is not None and running else view.deals_played + 1
        self._commitments.setdefault(number, view.commitment)

    def saw_item(self, item: Item) -> None:
        """Take a commitment as it is published; the first one counts."""
        if isinstance(item, DealCommitted):
            self._commitments.setdefault(item.deal, item.commitment)

    def offered(self, view: View, entropy: bytes) -> None:
        """This client sits down with random bytes for the next deal.

        Args:
            view: The table before, between two deals.
            entropy: The bytes.
        """
        self._offered = (_dealt(view) + 1, entropy)

    def _settle_offer(self, view: View) -> None:
        """See from the first view of one's own seat for which deal the bytes count.

        If deals have come and gone meanwhile, that cannot be told, and is not said.
        """
        if self._offered is None or view.you is None:
            return
        number, entropy = self._offered
        self._offered = None
        runs = view.deal is not None and view.deal.settlement is None
        if _dealt(view) == (number if runs else number - 1):
            self.added(number, entropy)

    def added(self, number: int, entropy: bytes) -> None:
        """This client has added random bytes to a deal."""
        self._entropies[number] = entropy

    def keep(self, view: View) -> KeptDeal | None:
        """Check and save the deal that has just been settled.

        None if none has, or if it was kept before: who left after a deal and comes
        back before the next one still finds it on the table.
        """
        deal = view.deal
        if deal is None or deal.settlement is None:
            return None
        if is_saved(self._folder, view.table, deal.deal, deal.settlement.secret):
            return None
        # The rules are loaded now, when nothing is left to be decided by them.
        from client_cli.offline.checks import Seen, fault_in  # noqa: PLC0415

        settlement, at = deal.settlement, self._now()
        seen = self._commitments.get(deal.deal)
        commitment = seen or hashlib.sha256(settlement.secret).digest()
        record = record_of(view.table, deal, settlement, commitment, at)
        own = self._entropies.get(deal.deal)
        fault = fault_in(
            record,
            Seen(
                entropies={} if own is None or view.you is None else {view.you: own},
                settlement=settlement.model_dump(),
            ),
        )
        path, reason = None, ""
        try:
            path = save(self._folder, record, view.table, deal.deal, at)
        except OSError as problem:
            reason = f"{problem.strerror or problem} ({self._folder / GAMES})"
        kept = KeptDeal(fault, seen is not None, own is not None, path, reason)
        self._tell(deal.deal, kept)
        return kept


def _dealt(view: View) -> int:
    """The number of the last deal at a table; 0 before the first."""
    return 0 if view.deal is None else view.deal.deal
