"""What players noted down, compared with the store's own log.

The log is read back as bytes and each event is judged by the rules where it stands
(P9). Then, for each player:

- each acknowledged move stands in the log exactly once, and each move that the log says
  a person made was acknowledged to that person (P1, P3, P8);
- what he was told of a version is the projection of that version of the log for him,
  the same over every connection, and over each connection without gap or repeat (P4).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine import deal as deals
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import code_of
from engine.events import CardPlayed, Declared, Discarded, Skipped
from protocol import to_server as wire
from protocol.codec import decode_to_client
from protocol.to_client import Events, Ok, Snapshot
from server.adapters.redis_keys import table_keys
from server.adapters.redis_replies import events_of
from server.adapters.redis_store import RedisStore
from server.hub.delivery import events_frames
from server.hub.history import Position, Step
from server.store_records import Mark
from server.stored import CHECKSUM_BYTES, open_event, open_snapshot, unpack_plain
from server.table.events import (
    Author,
    DealBegan,
    HistoryRewound,
    Stamped,
    TableOpened,
)
from server.table.evolve import evolve
from server.table.state import Control, TableState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from server.store_records import StoredEvent
    from server.table.events import TableEvent
    from tests.faults.player import Player, Told

Move: TypeAlias = tuple[int, int, str, str]
"""Number of the deal, seat, kind, and the cards."""


class Fallen(NamedTuple):
    """A card was played."""

    version: int
    seat: int
    by: Author


@dataclass(frozen=True, slots=True)
class Log:
    """A table's events, as the store has them."""

    table: str
    mark: Mark
    steps: tuple[Step, ...]
    """Event number 1 first. In a history that lost its end, no event has the versions
    that were left out: from there on, places here are not versions."""

    @property
    def events(self) -> list[TableEvent]:
        """What happened."""
        return [step.stamped.event for step in self.steps]

    @property
    def end(self) -> TableState:
        """The table after all events."""
        return self.steps[-1].after

    def fallen(self, after: int = 0) -> list[Fallen]:
        """The cards played after a version."""
        return [
            Fallen(version, step.stamped.event.seat, step.stamped.by)
            for version, step in enumerate(self.steps, 1)
            if version > after and isinstance(step.stamped.event, CardPlayed)
        ]

    def of(self, kind: type[TableEvent]) -> list[TableEvent]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


async def log_of(store_url: str, table: str) -> Log:
    """The log of a table that plays its first deal, each event judged by the rules.

    When a deal begins, the store lets go of what came before: of the first deal's
    log that is the event which opened the table, and says nothing that its state does
    not hold.
    """
    store = RedisStore.at(store_url)
    try:
        loaded = await store.load(table)
        assert loaded is not None
        command = ("XRANGE", table_keys(table).events, "-", "+")
        (reply,) = await store._link.read([command])
    finally:
        await store.aclose()
    stored = events_of(reply)
    first, last = stored[0].version, stored[-1].version
    assert first <= 2
    state, _ = open_snapshot(loaded.snapshot.payload)
    # The first two events are the opening's, whatever is kept of them.
    promised = stored[2 - first]
    begun = TableState(
        state.table,
        state.options,
        state.host,
        state.pace_seed,
        state.bot_seed,
        next_secret=_secret_in(promised.payload),
    )
    opening = TableOpened(
        state.table, state.host, state.options, state.pace_seed, state.bot_seed
    )
    steps = [
        Step(Stamped(opening, 0, Author.PERSON), begun, token)
        for token in (b"", promised.token)
    ]
    checksum = promised.payload[-CHECKSUM_BYTES:]
    steps += _folded(begun, stored[3 - first :], checksum)
    for place, (one, following) in enumerate(pairwise(stored), first):
        if following.version != one.version + 1:
            assert following.version > one.version
            assert isinstance(steps[place].stamped.event, HistoryRewound)
    mark = Mark(loaded.mark.epoch, last, stored[-1].token)
    return Log(table, mark, tuple(steps))


async def checked(store_url: str, table: str, *players: Player) -> Log:
    """The log, once these players know all of it, and after `check`."""
    while True:
        log = await log_of(store_url, table)
        for player in players:
            await player.sees(partial(_version_of, player, log))
        if all(_version_of(player, log) == log.mark.version for player in players):
            check(log, *players)
            return log


def _version_of(player: Player, log: Log) -> int:
    """What a player knows, if that is the whole log or more; else 0."""
    known = player.known.get(log.table)
    version = 0 if known is None else known.mark.version
    return version if version >= log.mark.version else 0


def check(log: Log, *players: Player) -> None:
    """Fail where a promise was broken to one of these players."""
    check_authors(log)
    for player in players:
        assert player.last is None, f"{player.name}: a command without an answer"
        check_moves(log, player)
        check_stream(log, player)
        assert player.gaps == 0


def check_authors(log: Log) -> None:
    """Fail if somebody moved for a seat that was somebody else's to act for (P7)."""
    for before, step in pairwise(log.steps):
        move = _move(step.stamped.event)
        if move is None:
            continue
        control = before.after.seats[move[0]].control
        match step.stamped.by:
            case Author.PERSON:
                assert control is Control.PERSON, step.stamped
            case Author.BOT:
                assert control is Control.BOT, step.stamped
            case _:
                raise AssertionError(step.stamped)


def check_moves(log: Log, player: Player) -> None:
    """Fail if an acknowledged move is not in the log once, or another one is."""
    acked = Counter(_acked(log, player))
    logged = Counter(_logged(log, player.user))
    assert acked == logged, (player.name, acked - logged, logged - acked)


def check_stream(log: Log, player: Player) -> None:
    """Fail if a player was told anything but his part of the log, in order."""
    positions: dict[int, int] = {}
    for told in player.told:
        message = told.message
        if not isinstance(message, Events | Snapshot) or message.table != log.table:
            continue
        assert message.epoch == log.mark.epoch
        if isinstance(message, Snapshot):
            positions[told.connection] = message.version
            _check_token(log, message.version, message.token)
            continue
        before = positions.get(told.connection)
        assert before in {None, message.first - 1}, (player.name, before, told)
        positions[told.connection] = message.last
        _check_token(log, message.last, message.token)
        _check_items(log, player, told, message)


def _check_token(log: Log, version: int, token: bytes) -> None:
    assert log.steps[version - 1].token == token


def _check_items(log: Log, player: Player, told: Told, message: Events) -> None:
    steps = log.steps[message.first - 1 : message.last]
    seats = [step.after.seat_of(player.user) for step in steps]
    mark = Mark(log.mark.epoch, message.last, message.token)
    position = Position(mark, b"", steps[-1].after, 0)
    (frame,) = events_frames(position, steps, seats)
    expected = decode_to_client(frame)
    assert isinstance(expected, Events)
    assert message.items == expected.items, (player.name, told)


def _acked(log: Log, player: Player) -> list[Move]:
    found: list[Move] = []
    for one in player.answered:
        table = getattr(one.command, "table", None)
        if table != log.table or not isinstance(one.answer, Ok) or one.seat is None:
            continue
        assert one.answer.version is not None
        if isinstance(one.command, wire.Discard | wire.Declare | wire.Skip | wire.Play):
            deal = _deal_at(log, one.answer.version)
            found.append((deal, one.seat, one.command.op, _cards(one.command)))
    return found


def _cards(command: wire.TurnCommand) -> str:
    match command:
        case wire.Discard(cards=cards):
            return " ".join(sorted(cards))
        case wire.Play(card=card):
            return card
        case _:
            return ""


def _deal_at(log: Log, version: int) -> int:
    deal = log.steps[version - 1].after.deal
    assert deal is not None
    return deal.number


def _logged(log: Log, user: str) -> list[Move]:
    """The moves that a person made, by the log."""
    found = []
    for step in log.steps:
        if step.stamped.by is not Author.PERSON:
            continue
        move = _move(step.stamped.event)
        deal, seat = step.after.deal, step.after.seat_of(user)
        if move is not None and deal is not None and move[0] == seat:
            found.append((deal.number, *move))
    return found


def _move(event: TableEvent) -> tuple[int, str, str] | None:
    match event:
        case CardPlayed(seat, card):
            return seat, "play", code_of(card)
        case Declared(seat):
            return seat, "declare", ""
        case Skipped(seat):
            return seat, "skip", ""
        case Discarded(seat, cards):
            return seat, "discard", " ".join(sorted(code_of(card) for card in cards))
        case _:
            return None


def _secret_in(promise: bytes) -> bytes:
    """What the first deal is drawn from, out of an event whose chain is broken off."""
    _, kind, fields, _, _ = unpack_plain(promise[:-CHECKSUM_BYTES])
    assert kind == "deal_promised"
    return bytes(fields["secret"])


def _folded(
    state: TableState, stored: Sequence[StoredEvent], checksum: bytes
) -> Iterator[Step]:
    for one in stored:
        stamped, checksum = open_event(one.payload, checksum)
        _judge(state, stamped)
        state = evolve(state, stamped, one.version)
        yield Step(stamped, state, one.token)


def _judge(state: TableState, stamped: Stamped) -> None:
    """Let the rules say whether this could happen here; they raise if not."""
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
        case DealBegan(number):
            assert number == state.next_number, "a deal was dealt twice"
            return
        case _:
            return
    assert state.deal is not None
    deals.decide(state.deal.state, action)
