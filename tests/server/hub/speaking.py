"""Talk at a table, said straight to the store, and what of it was told."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from protocol.to_client import Said
from server.hub.talk_lines import packed_line
from server.store_outcomes import Applied
from server.store_records import Receipt
from server.store_talk import Speech
from tests.support.fakes import settled

if TYPE_CHECKING:
    from tests.server.hub.nodes import World
    from tests.support.fakes import Inbox

_NUMBERS = itertools.count(1)


async def speak(all_of: World, table: str, phrase: str, seat: int = 0) -> None:
    """Let a seat say a phrase, and let the news of it spread."""
    mark = (await all_of.truth(table)).mark
    receipt = Receipt("talking", next(_NUMBERS), b"digest", b"")
    line = packed_line(seat, "Ann", phrase, None)
    outcome = await all_of.store.say(Speech(table, mark, receipt, line))
    assert isinstance(outcome, Applied)
    await settled()


def said(inbox: Inbox) -> list[tuple[int, str | None]]:
    """Number and phrase of each line that was told, in order."""
    lines = [one for one in inbox.messages() if isinstance(one, Said)]
    return [(line.number, line.phrase) for line in lines]
