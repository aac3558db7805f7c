"""What people say at tables: phrases, text, and who does not want to hear whom."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, assert_never

from protocol.codes import ErrorCode
from server.door.wire_commands import digest_of
from server.hub.answers import Done, NotDone, answer_from, remembered
from server.hub.talk_lines import packed_line
from server.store_outcomes import (
    Applied,
    Conflicting,
    Duplicate,
    Gone,
    Outdated,
)
from server.store_records import Receipt
from server.store_talk import Speech
from server.table.options import Talk
from server.table.refusal import Refusal

if TYPE_CHECKING:
    from engine.seats import Seat
    from protocol.to_server import Say
    from server.door.service import Service
    from server.hub.answers import Answer
    from server.hub.live_table import LiveTable
    from server.identity import Entry

_TEXTS: Final = frozenset({Talk.FREE, Talk.ALWAYS})


async def say(service: Service, live: LiveTable, message: Say, entry: Entry) -> Answer:
    """Say something once; for a number that comes again, the first answer.

    Raises:
        NoSuchTable: It has gone meanwhile.
        StoreUnavailable: The store does not answer.
        StoredFault, HistoryBroken: What is stored cannot be read.
    """
    wait_ms = service.talk.spend(entry.user, service.clock.monotonic_ms())
    if wait_ms:
        return NotDone(Refusal(ErrorCode.RATE, args={"retry_ms": wait_ms}))
    if message.text is not None:
        # Whether a deal runs, an old copy does not know.
        async with live.turn_taken(patient=True):
            await service.copies.catch_up(live)
    speech, answer = _speech(live, message, entry)
    match await service.store.say(speech):
        case Applied():
            return answer
        case Duplicate(result, version):
            return answer_from(result, version)
        case Conflicting():
            return NotDone(Refusal(ErrorCode.CONFLICT))
        case Outdated():
            return NotDone(Refusal(ErrorCode.OLD_NUMBER))
        case Gone():
            return NotDone(Refusal(ErrorCode.NO_TABLE))
        case _ as never:
            assert_never(never)


def cleaned(text: str) -> str:
    """A text without anything that steers a terminal or the direction of writing."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter for letter in composed if letter.isprintable()).strip()


def _speech(live: LiveTable, message: Say, entry: Entry) -> tuple[Speech, Answer]:
    """What goes to the store, and the answer once it is there."""
    position = live.position
    seat = position.state.seat_of(entry.user)
    refusal = _refusal(live, message, seat)
    answer: Answer
    if refusal is None:
        answer, line = Done(position.mark.version), _line(live, message, seat)
    else:
        answer, line = NotDone(refusal), None
    receipt = Receipt(
        entry.session, message.n, digest_of(message), result=remembered(answer)
    )
    return Speech(live.table, position.mark, receipt, line), answer


def _line(live: LiveTable, message: Say, seat: Seat | None) -> bytes:
    name = "" if seat is None else live.position.state.name_at(seat)
    text = None if message.text is None else cleaned(message.text)
    return packed_line(seat, name, message.phrase, text)


def _refusal(live: LiveTable, message: Say, seat: Seat | None) -> Refusal | None:
    state = live.position.state
    talk = state.options.talk
    if seat is None:
        return Refusal(ErrorCode.NOT_SEATED)
    if talk is Talk.OFF or (message.text is not None and talk not in _TEXTS):
        return Refusal(ErrorCode.NOT_ALLOWED, args={"option": "talk"})
    if message.text is None:
        return None
    if not cleaned(message.text):
        return Refusal(ErrorCode.BAD_MESSAGE)
    if talk is Talk.FREE and state.deal_runs:  # D11
        return Refusal(ErrorCode.PHASE, args={"option": "talk"})
    return None
