"""What people say at tables: phrases, text, and who does not want to hear whom."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import TYPE_CHECKING, Final

from protocol.codes import ErrorCode
from server.hub.answers import Done, NotDone
from server.hub.talk_lines import packed_line
from server.table.options import Talk
from server.table.refusal import Refusal
from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from engine.seats import Seat
    from protocol.to_server import Say
    from server.hub.answers import Answer
    from server.hub.live_table import LiveTable
    from server.identity import Entry
    from server.store import TableStore

TALK_RATE: Final = Rate(per_s=1, burst=3)


class Voice:
    """Lets one connection speak, within its rate."""

    def __init__(self, store: TableStore, now_ms: int) -> None:
        self._store = store
        self._allowance = Allowance.full(TALK_RATE, now_ms)

    async def say(
        self, live: LiveTable, message: Say, entry: Entry, now_ms: int
    ) -> Answer:
        """Say something once, however often the same number comes.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        state = live.position.state
        seat = state.seat_of(entry.user)
        refusal = _refusal(live, message, seat)
        if refusal is not None:
            return NotDone(refusal)
        left = self._allowance.spend(1, now_ms)
        if left is None:
            wait_ms = self._allowance.wait_ms(1, now_ms)
            return NotDone(Refusal(ErrorCode.RATE, args={"retry_ms": wait_ms}))
        self._allowance = left
        name = "" if seat is None else state.name_at(seat)
        text = None if message.text is None else cleaned(message.text)
        line = packed_line(seat, name, message.phrase, text)
        number = await self._store.say(live.table, _token(message, entry), line)
        if number is None:
            return NotDone(Refusal(ErrorCode.NO_TABLE))
        return Done(live.position.mark.version)


def cleaned(text: str) -> str:
    """A text without anything that steers a terminal or the direction of writing."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter for letter in composed if letter.isprintable()).strip()


def _refusal(live: LiveTable, message: Say, seat: Seat | None) -> Refusal | None:
    talk = live.position.state.options.talk
    if seat is None:
        return Refusal(ErrorCode.NOT_SEATED)
    if talk is Talk.OFF or (message.text is not None and talk is not Talk.FREE):
        return Refusal(ErrorCode.NOT_ALLOWED, args={"option": "talk"})
    if message.text is not None and not cleaned(message.text):
        return Refusal(ErrorCode.BAD_MESSAGE)
    return None


def _token(message: Say, entry: Entry) -> bytes:
    """The same for the same command of the same session, so that it is said once."""
    text = f"{entry.session}:{message.n}".encode()
    return hashlib.blake2b(text, digest_size=8).digest()
