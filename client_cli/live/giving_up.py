"""Giving a seat up at the end of a game."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from protocol.updates import NoAnswerError, SessionEndedError, TooManyCommandsError

if TYPE_CHECKING:
    from protocol.client import Session

_WAIT_S: Final = 3.0


async def give_seat_up(session: Session, table: str) -> None:
    """Leave a table for good; whether heard or not, the game ends after a moment."""
    with suppress(TimeoutError, NoAnswerError, SessionEndedError, TooManyCommandsError):
        async with asyncio.timeout(_WAIT_S):
            await session.leave(table)
