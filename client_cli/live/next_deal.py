"""Getting from one deal to the next, and to the first.

Whether the table has heard the wish is the table's to say: the seat is `ready` then. Here
is only remembered what nobody else knows: that the person has said yes, and which random
bytes were offered.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from client_cli.live.closing_words import next_deal_line
from client_cli.live.deal_keeper import ENTROPY_BYTES
from client_cli.live.happenings import Aim, Order
from client_cli.live.seat import Confirm

if TYPE_CHECKING:
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.fold import Known


class NextDeal:
    """The wish of one seat for the next deal."""

    def __init__(self, parts: Parts, seat: OwnSeat) -> None:
        self._parts = parts
        self._seat = seat
        self._wanted_after: int | None = None
        """The number of the deal after which the person said yes."""
        self._offered: tuple[int, bytes] | None = None
        self._too_late_at: int | None = None

    def look(self, known: Known) -> bool:
        """Between deals, do what is next; looked at after everything that happens.

        The last card may be known before the answer to one's own command, so that a
        wish may have to wait; and a question that another word has put aside comes back.

        Returns:
            Whether the person is to be asked, which is noted as what to confirm.
        """
        if self._is_wanted(known):
            self._ask_for(known)
        elif self._seat.confirm is Confirm.NOTHING:
            self._seat.confirm = Confirm.NEXT_DEAL
            rematch = match_is_over(known)
            line = next_deal_line(self._parts.texts, rematch=rematch)
            self._parts.screen.ask(line)
            return True
        return False

    def want(self, known: Known) -> None:
        """The person says yes; the table is asked as soon as it can be."""
        self._wanted_after = _number(known)

    def granted(self) -> None:
        """The table has the random bytes: the record is to show them."""
        if self._offered is not None:
            self._parts.keeper.added(*self._offered)

    def too_late(self) -> None:
        """Somebody else has begun the deal; news of it is on its way."""
        known = self._seat.known
        self._too_late_at = None if known is None else known.mark.version

    def _is_wanted(self, known: Known) -> bool:
        """Whoever sits down wants the first deal, and a script wants all of them."""
        return (
            known.view.deal is None
            or self._parts.is_script
            or self._wanted_after == _number(known)
        )

    def _ask_for(self, known: Known) -> None:
        """Ask for the deal, once, and add random bytes to it that are ours alone."""
        you = known.view.you
        if you is None or known.view.seats[you].ready or not self._seat.is_current:
            return
        if self._too_late_at == known.mark.version:
            return
        self._seat.busy = True
        entropy = secrets.token_bytes(ENTROPY_BYTES)
        self._offered = (_number(known) + 1, entropy)
        self._parts.happenings.send(
            lambda: self._parts.session.start(self._seat.table, entropy),
            Order(Aim.START),
        )


def match_is_over(known: Known) -> bool:
    """Whether all deals of the match are played and settled."""
    deal, options = known.view.deal, known.view.options
    settled = deal is not None and deal.settlement is not None
    return settled and known.view.deals_played >= options.deals


def _number(known: Known) -> int:
    """The number of the last deal, 0 before the first; it goes on in another match."""
    return 0 if known.view.deal is None else known.view.deal.deal
