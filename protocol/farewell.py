"""The last word of a client, and whether it was heard."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from websockets.exceptions import ConnectionClosed

from protocol.codec import encode_to_server
from protocol.codes import CloseCode
from protocol.to_server import Bye

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection


async def say_bye(
    link: ClientConnection | None, wait_s: float, *, forget: bool
) -> bool:
    """Say that the connection ends on purpose, and end it in good order.

    To cancel whoever reads it would tell the server of a fault instead.

    Args:
        link: The connection; None if there is none.
        wait_s: How long it may take at most.
        forget: Whether the server is to end the session as well. Then its answer is
            waited for, which is to close in good order: a token of which nobody knows
            whether it is still good would be no help.

    Returns:
        Whether the server has heard it; without `forget`, whether it was sent.
    """
    if link is None:
        return False
    is_sent = False
    with suppress(TimeoutError, ConnectionClosed):
        async with asyncio.timeout(wait_s):
            await link.send(encode_to_server(Bye(forget=forget)))
            is_sent = True
            await (link.wait_closed() if forget else link.close())
    return link.close_code == CloseCode.NORMAL if forget else is_sent
