"""Asking a table for its deal from the beginning, part by part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.items import Item
from protocol.to_client import Error
from protocol.updates import Ended, Gone, Notice, Online, PastTold, Replaced
from protocol.views import View

if TYPE_CHECKING:
    from protocol.client import Session
    from protocol.to_client import PastEvents
    from protocol.updates import Update


class NotTold(Exception):  # noqa: N818 - an answer, not a fault
    """The table is not there, or not for whoever asks."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Over(Exception):  # noqa: N818 - an answer, not a fault
    """The session ended before all was told."""

    def __init__(self, ended: Ended) -> None:
        super().__init__(ended.why)
        self.ended = ended


@dataclass(slots=True)
class Past:
    """A deal as far as it was told."""

    table: str
    start: View | None = None
    """When its cards had just been dealt; None before anything was told."""
    items: list[Item] = field(default_factory=list)
    after: int | None = None
    """The version of the last item."""

    def take(self, part: PastEvents) -> None:
        """Add a part, or begin anew with it."""
        if part.view is not None:
            self.start = part.view
            self.items.clear()
        self.items += part.items
        self.after = part.first + len(part.items) - 1


async def past_of(session: Session, table: str) -> Past:
    """The deal at a table from its beginning, as this session may see it.

    Where it has no seat at the table, it looks on there.

    Raises:
        NotTold: The table is not there, or not for this session.
        Over: The session has ended.
        SessionEndedError: The same, before it was asked.
    """
    past, is_followed = Past(table), False
    await session.refresh(table)
    async for update in session:
        if _is_about(update, table, is_followed=is_followed):
            is_followed = True
            await session.past(table, past.after)
        elif isinstance(update, PastTold) and update.message.table == table:
            past.take(update.message)
            if not update.message.more:
                break
            await session.past(table, past.after)
    return past


def _is_about(update: Update, table: str, *, is_followed: bool) -> bool:
    """Whether the deal has to be asked for now.

    Raises:
        NotTold: It is of no use.
        Over: The same.
    """
    match update:
        case Replaced(known=known):
            return known.view.table == table and not is_followed
        case Online():
            return is_followed  # the question went with the connection before
        case Gone(table=gone, code=code) if gone == table:
            raise NotTold(code)
        case Notice(Error(table=named, code=code)) if named == table:
            raise NotTold(code)
        case Ended():
            raise Over(update)
        case _:
            return False
