"""Whether there is a server to hold dialogues with."""

from __future__ import annotations

from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

_OPEN_S: Final = 15.0
_NOT_NOW: Final = frozenset({429, 503})
"""What a server answers that has all the connections it may have."""


async def why_not_reached(url: str) -> str | None:
    """Why no server of the protocol is at an address; None if one is."""
    try:
        async with connect(url, compression=None, proxy=None, open_timeout=_OPEN_S):
            return None
    except InvalidStatus as refused:
        status = refused.response.status_code
        return None if status in _NOT_NOW else f"it answers HTTP {status}"
    except (OSError, WebSocketException) as fault:
        return str(fault) or type(fault).__name__
