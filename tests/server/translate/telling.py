"""What a server would send of a table's history, to whom, frame by frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgpack

from engine.cards import CARD_CODES, CardSet, card_of
from engine.events import CardPlayed, DealSettled, Declared
from engine.events import Event as DealEvent
from engine.seats import SEATS, Seat
from protocol.fold import Known, fold
from protocol.to_client import Events, Snapshot
from server.hub.delivery import events_frames, snapshot_frame
from server.hub.history import Position, Step
from server.store_records import Mark
from server.table.events import ClaimMade, DealBegan
from server.translate.recipient import Recipient
from tests.support.fakes import read
from tests.support.knowledge import known_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.table.playing import Driven

EPOCH = b"epoch..1"
_CODES = frozenset(CARD_CODES)


def token_of(version: int) -> bytes:
    """The token of an event."""
    return version.to_bytes(8, "big")


def position_at(driven: Driven, version: int) -> Position:
    """Where a copy of the table stands after so many events."""
    mark = Mark(EPOCH, version, token_of(version))
    return Position(mark, bytes(8), driven.states[version - 1], 0)


def steps_between(driven: Driven, after: int, last: int) -> tuple[Step, ...]:
    """The steps from the one after a version up to another."""
    return tuple(
        Step(driven.log[n], driven.states[n], token_of(n + 1))
        for n in range(after, last)
    )


def told(driven: Driven, user: str, after: int, last: int) -> list[bytes]:
    """The frames by which a user hears of these versions."""
    steps = steps_between(driven, after, last)
    seats = [step.after.seat_of(user) for step in steps]
    return events_frames(position_at(driven, last), steps, seats)


def shown(driven: Driven, user: str, version: int) -> bytes:
    """The frame by which a user is shown the whole table."""
    position = position_at(driven, version)
    recipient = Recipient(position.state.seat_of(user))
    return snapshot_frame(position, recipient, "asked")


def known_by(frame: bytes) -> Known:
    """What a client knows that was shown this snapshot."""
    message = read(frame)
    assert isinstance(message, Snapshot)
    known = fold(None, message)
    assert isinstance(known, Known)
    return known


def folded_on(known: Known, frames: list[bytes]) -> Known:
    """What a client knows that was told these events after that."""
    for frame in frames:
        message = read(frame)
        assert isinstance(message, Events)
        outcome = fold(known, message)
        assert isinstance(outcome, Known), outcome
        known = outcome
    return known


def cards_in(frame: bytes) -> CardSet:
    """Every card that a frame names, wherever it stands.

    A stand-in stands for a card that is not held, and which one follows from the row
    that is shown: that field alone is passed over.
    """
    return CardSet.from_cards(map(card_of, _codes_in(msgpack.unpackb(frame))))


def _codes_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value in _CODES:
            yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name != "stands_for":
                yield from _codes_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _codes_in(part)


def knowledge_of(driven: Driven) -> list[dict[Seat | None, CardSet]]:
    """The cards that each may have seen of the newest deal, after each version."""
    known: dict[Seat | None, CardSet] = dict.fromkeys((None, *SEATS), CardSet())
    grown = []
    for version, event in enumerate(driven.events, 1):
        seen = CardSet()
        match event:
            case DealBegan(started=started):
                known = {None: CardSet()}
                known |= {seat: started.hands[seat] for seat in SEATS}
            case CardPlayed(_, card):
                seen = CardSet.from_cards([card])
            case ClaimMade(seat, _):
                # A claim lays the hand open (H45).
                deal = driven.states[version - 1].deal
                assert deal is not None
                seen = deal.state.hands[seat]
            case Declared() | DealSettled():
                began, happened = newest_deal(driven, version)
                assert began is not None
                seen = known_cards(began.started, happened, None)
            case _:
                pass
        known = {seat: cards | seen for seat, cards in known.items()}
        grown.append(known)
    return grown


def newest_deal(
    driven: Driven, version: int
) -> tuple[DealBegan | None, tuple[DealEvent, ...]]:
    """How the newest deal began, and what has happened in it so far."""
    began: DealBegan | None = None
    happened: list[DealEvent] = []
    for event in driven.events[:version]:
        if isinstance(event, DealBegan):
            began, happened = event, []
        elif isinstance(event, DealEvent):
            happened.append(event)
    return began, tuple(happened)


def secrets_in(frame: bytes, driven: Driven, version: int) -> list[bytes]:
    """What a frame must not hold: secrets of deals that are not over, and ids."""
    state = driven.states[version - 1]
    hidden = [state.pace_seed, state.bot_seed, state.next_secret]
    hidden += [held.person.user.encode() for held in state.seats if held.person]
    if state.deal is not None and state.deal.state.settlement is None:
        hidden.append(state.deal.secret)
    return [secret for secret in hidden if secret and secret in frame]
