"""What the store has of each table, read back and judged by the rules.

The store keeps the events of the newest deal one by one, after a snapshot of the table
as it was dealt, and a record of each deal that was settled before.
"""

import json
from collections.abc import Iterator

from engine import deal as deals
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import code_of
from engine.deal import DealState
from engine.errors import RuleViolation
from engine.events import CardPlayed, Declared, Discarded, Skipped
from engine.record import IllegalRecord, read_record, replay_record
from engine.seats import next_seat
from engine.verification import verify
from server.hub.history import unfolded
from server.store import TableStore
from server.store_records import Loaded
from server.stored import open_snapshot
from server.table.events import Stamped
from server.table.state import TableState
from tests.bench.swarm.ledger import Key, Logged, Stored


class LogFault(Exception):  # noqa: N818 - says what is at fault
    """What is stored is no history that a server can go on from."""


async def stored_table(store: TableStore, table: str) -> Stored | None:
    """What is stored of a table; None when there is nothing.

    Raises:
        LogFault: Something is against the rules.
        StoredFault: Something is damaged.
        HistoryBroken: Its parts do not fit together.
        BrokenInvariant: An event cannot be applied.
    """
    loaded = await store.load(table)
    if loaded is None:
        return None
    state, events = _newest_deal(loaded)
    commands = {event.key for event in events}
    if state.deal is not None:
        commands.update(_keys(state.deal.number, state.deal.state))
        for number in range(1, state.deal.number):
            payload = await store.archived(table, str(number))
            if payload is not None:
                commands.update(_keys(number, state_of_record(payload)))
    return Stored(loaded.mark.version, commands, events)


def _newest_deal(loaded: Loaded) -> tuple[TableState, list[Logged]]:
    """The state that is stored, and the events from the snapshot on."""
    position, steps = unfolded(loaded)
    before, _ = open_snapshot(loaded.snapshot.payload)
    events = []
    for version, step in enumerate(steps, loaded.snapshot.version + 1):
        _judge(before, step.stamped)
        before = step.after
        deal = 0 if before.deal is None else before.deal.number
        events.append(Logged(version, _key(deal, step.stamped), step.token))
    return position.state, events


def state_of_record(payload: bytes) -> DealState:
    """The settled deal of a record, played again and proved.

    Raises:
        LogFault: It breaks a rule, or was not dealt as promised.
    """
    data = json.loads(payload)
    try:
        verify(data)
        return replay_record(read_record(data))
    except IllegalRecord as fault:
        raise LogFault(f"a record against the rules: {fault.at}") from None


def _keys(deal: int, state: DealState) -> Iterator[Key]:
    """What persons did in a deal, as far as it is played."""
    if state.discards is not None:
        yield Key(deal, "discarded", state.dealer, None)
    for seat, answer in enumerate(state.answers):
        if answer is not None:
            yield Key(deal, "declared" if answer.total else "skipped", seat, None)
    tricks = [(trick.leader, trick.cards) for trick in state.tricks]
    for leader, cards in [*tricks, (state.leader, state.trick)]:
        for place, card in enumerate(cards):
            yield Key(deal, "card_played", next_seat(leader, place), code_of(card))


def _key(deal: int, stamped: Stamped) -> Key:
    match stamped.event:
        case CardPlayed(seat, card):
            return Key(deal, "card_played", seat, code_of(card))
        case Declared(seat):
            return Key(deal, "declared", seat, None)
        case Skipped(seat):
            return Key(deal, "skipped", seat, None)
        case Discarded(seat):
            return Key(deal, "discarded", seat, None)
        case _:
            return Key(deal, "other", None, None)


def _judge(state: TableState, stamped: Stamped) -> None:
    """Ask the rules whether this could happen here."""
    action: Action
    match stamped.event:
        case CardPlayed(seat, card):
            action = PlayCard(seat, card)
        case Declared(seat):
            action = Declare(seat)
        case Skipped(seat):
            action = Skip(seat)
        case Discarded(seat, cards):
            action = Discard(seat, cards)
        case _:
            return
    if state.deal is None:
        raise LogFault("a move without a deal")
    try:
        deals.decide(state.deal.state, action)
    except RuleViolation as fault:
        raise LogFault(f"a move against the rules: {fault.code}") from None
