"""A server that is only looked at: as a guest of whom nothing is kept."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from client_cli.folders import state_folder
from client_cli.live import endings, local_server
from client_cli.live.reaching import entered, server_for
from protocol.tokens import TokenInMemory
from protocol.updates import SessionEndedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from client_cli.arguments import LiveFlags
    from client_cli.texts import Texts
    from protocol.client import Session

ANSWER_S: Final = 10.0
"""How long a server may take to tell what there is."""


@asynccontextmanager
async def visited(flags: LiveFlags, texts: Texts) -> AsyncIterator[Session | None]:
    """A session with the server that is meant; None where none runs on this machine.

    Raises:
        Stopped: It cannot be reached, does not answer in time, or lets nobody in.
    """
    folder = state_folder()
    url = await local_server.running(folder) if flags.server is None else None
    if flags.server is None and url is None:
        yield None
        return
    async with AsyncExitStack() as stack:
        if url is None:
            url, _ = await server_for(flags, folder, stack, texts)
        session, _ = await entered(url, TokenInMemory(), flags, stack, texts)
        try:
            yield session
        except SessionEndedError as over:
            if over.ended is None:
                raise endings.not_answered(texts) from None
            raise endings.ended(over.ended, texts) from None
