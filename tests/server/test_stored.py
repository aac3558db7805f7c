"""Events and states as bytes: the same when read again, and damage never passes.

`tests/data/stored/schema_1.json` holds one event of each kind, and a table in the middle
of a deal, as the first release wrote them. Whatever is stored has to be read for ever:
these bytes never change. A new kind of event adds a line, sealed by `seal_event` as the
others were; a later schema brings a file of its own.
"""

import json
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import get_args

import msgpack
import pytest
from hypothesis import given

from engine.cards import Card
from engine.events import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.seats import SEATS
from server import stored
from server.store_records import EVENT_BYTES_MAX, SNAPSHOT_BYTES_MAX
from server.stored import (
    CHECKSUM_BYTES,
    NO_CHECKSUM,
    SCHEMA,
    NewerSchema,
    StoredFault,
    open_event,
    open_snapshot,
    pack_plain,
    seal_event,
    seal_snapshot,
    unpack_plain,
)
from server.table.commands import Sign
from server.table.events import (
    Author,
    BankGrown,
    BankSpent,
    BotReceipt,
    BotSeated,
    ClaimAnswered,
    ClaimMade,
    ClockCredited,
    ClockReceipt,
    ControlPassed,
    DealArchived,
    DealBegan,
    DealPromised,
    EntropyAdded,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    KickVoted,
    LagNoted,
    MatchBegan,
    Paused,
    PauseEnded,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
    SignGiven,
    Stamped,
    TableClosed,
    TableEvent,
    TableOpened,
    UndoAnswered,
    UndoAsked,
)
from server.table.options import BotSeats, Signals, TableOptions, Talk
from server.table.state import Control
from tests.server.table.anything import few
from tests.server.table.playing import dealt_table, running, table
from tests.server.table.test_evolve import lived
from tests.support.builders import hand
from tests.support.strategies import chances

GOLDEN = Path(__file__).parents[1] / "data" / "stored" / "schema_1.json"
STARTED = DealStarted(
    SEATS[2],
    (
        hand("SR SQ SC SF S10 S9 S8 S7 S6 SA BR BQ BC BF B10"),
        hand("B9 B8 B7 B6 BA CR CQ CC CF C10 C9 C8 C7 C6 CA"),
        hand("DR DQ DC DF D10 D9 D8 D7 D6 DA AN MN SO LU 16 15 14"),
        hand("13-5 M1 M2 M3 M4 BG MT"),
    ),
)
EVENTS: dict[str, TableEvent] = {
    "table_opened": TableOpened(
        "K7M2Q",
        "5f0a",
        TableOptions(
            deals=3,
            level="easy",
            levels=(None, "medium", None, "easy"),
            pace_ms=400,
            private=True,
            password_hash=b"salt and hash of a password ....",
            people=2,
            fill_ms=15_000,
            ready_ms=20_000,
            turn_ms=30_000,
            bank_ms=60_000,
            bot_seats=BotSeats.AT_ONCE,
            spectators=False,
            talk=Talk.FREE,
            signals=Signals.AFTER_KING,
            undo=True,
            claims=False,
            recall="all",
            hints=False,
            counting=True,
            grace_ms=5_000,
            reserved_ms=60_000,
        ),
        b"pace-seed-of-16b",
    ),
    "deal_promised": DealPromised(2, b"a secret of thirty-two bytes ..."),
    "seat_taken": SeatTaken(SEATS[3], "5f0a", "Nonna Ada"),
    "bot_seated": BotSeated(SEATS[1], "medium"),
    "seat_left": SeatLeft(SEATS[0], barred=True),
    "control_passed": ControlPassed(
        SEATS[2], Control.PERSON, connected=True, arrived=True
    ),
    "entropy_added": EntropyAdded(SEATS[1], b"sixteen bytes .."),
    "deal_began": DealBegan(2, STARTED),
    "kick_voted": KickVoted(SEATS[0], SEATS[2]),
    "ready_given": ReadyGiven(SEATS[3]),
    "match_began": MatchBegan(),
    "sign_given": SignGiven(SEATS[1], Sign.STRISCIO),
    "bank_spent": BankSpent(SEATS[2], 4_200),
    "bank_grown": BankGrown(SEATS[0], 2_000),
    "lag_noted": LagNoted(SEATS[1], 80, 4_920),
    "clock_credited": ClockCredited(30_000, 1_764_504_000_000),
    "pause_wished": PauseWished(SEATS[0], wish=True),
    "paused": Paused(),
    "pause_ended": PauseEnded(),
    "undo_asked": UndoAsked(SEATS[1]),
    "undo_answered": UndoAnswered(SEATS[2], agrees=True),
    "taken_back": TakenBack(SEATS[1], Card(7)),
    "claim_made": ClaimMade(SEATS[0], ours=False),
    "claim_answered": ClaimAnswered(SEATS[3], agrees=False),
    "history_rewound": HistoryRewound(5),
    "history_restored": HistoryRestored(),
    "hands_looked_at": HandsLookedAt(),
    "deal_archived": DealArchived(3),
    "table_closed": TableClosed("idle"),
    "discarded": Discarded(SEATS[2], (Card(35), Card(36))),
    "declared": Declared(SEATS[0]),
    "skipped": Skipped(SEATS[1]),
    "card_played": CardPlayed(SEATS[3], Card(61)),
    "trick_won": TrickWon(SEATS[1]),
    "deal_settled": DealSettled(),
}
AT_MS = 1_764_504_000_123


def golden() -> dict[str, str]:
    kept: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))
    return kept


def sealed(body: bytes, before: bytes = NO_CHECKSUM) -> bytes:
    """Bytes with the checksum that belongs to them."""
    return body + blake2b(before + body, digest_size=CHECKSUM_BYTES).digest()


# ------------------------------------------------------------------ what was stored


def test_there_are_bytes_of_every_kind() -> None:
    assert {type(event) for event in EVENTS.values()} == set(get_args(TableEvent))
    assert golden().keys() == EVENTS.keys() | {"snapshot"}


@pytest.mark.parametrize("kind", EVENTS)
def test_stored_event_is_read_for_ever(kind: str) -> None:
    # T-K04
    payload = bytes.fromhex(golden()[kind])

    stamped, checksum = open_event(payload, NO_CHECKSUM)

    assert stamped == Stamped(EVENTS[kind], AT_MS, Author.PERSON)
    assert checksum == payload[-CHECKSUM_BYTES:]
    assert unpack_plain(payload[:-CHECKSUM_BYTES])[:2] == [1, kind]


def test_stored_snapshot_is_read_for_ever() -> None:
    # T-K04
    state, checksum = open_snapshot(bytes.fromhex(golden()["snapshot"]))

    assert checksum == b"checksum"
    assert (state.table, state.host, state.next_number) == ("QWERT", "u-host", 2)
    assert [state.name_at(seat) for seat in SEATS] == ["Ann", "bot-1", "bot-2", "bot-3"]
    assert state.deal is not None
    assert state.turn == 0
    assert len(state.deal.state.tricks) == 3
    assert [len(held) for held in state.deal.state.hands] == [12] * 4
    assert state.options == TableOptions(pace_ms=0)


# ------------------------------------------------------------------------ round trip


@pytest.mark.untraced
@given(chances)
@few(15)
def test_every_event_and_state_is_the_same_when_read_again(rng: Random) -> None:
    driven = lived(rng)
    checksum = NO_CHECKSUM

    for stamped, state in zip(driven.log, driven.states, strict=True):
        stored = seal_event(stamped, checksum)
        assert open_event(stored.payload, checksum) == (stamped, stored.checksum)
        assert len(stored.payload) <= EVENT_BYTES_MAX
        checksum = stored.checksum
        if rng.random() < 0.3:
            snapshot = seal_snapshot(state, checksum)
            assert open_snapshot(snapshot) == (state, checksum)
            assert len(snapshot) <= SNAPSHOT_BYTES_MAX


@pytest.mark.parametrize("author", Author)
def test_author_and_time_are_kept(author: Author) -> None:
    stamped = Stamped(SeatLeft(SEATS[1]), AT_MS, author)

    assert open_event(seal_event(stamped, b"before..").payload, b"before..")[0] == (
        stamped
    )


def test_receipt_of_a_move_is_kept() -> None:
    receipt = ClockReceipt(think_ms=12_040, lag_ms=40, server_ms=3)
    stamped = Stamped(EVENTS["card_played"], AT_MS, Author.PERSON, receipt)

    payload = seal_event(stamped, NO_CHECKSUM).payload

    assert open_event(payload, NO_CHECKSUM)[0] == stamped
    plain = seal_event(replace(stamped, clock=None), NO_CHECKSUM).payload
    assert len(payload) - len(plain) <= 8


def test_receipt_of_a_bot_is_kept() -> None:
    bot = BotReceipt(level="expert", players_version=3)
    stamped = Stamped(EVENTS["card_played"], AT_MS, Author.BOT, bot=bot)

    payload = seal_event(stamped, NO_CHECKSUM).payload

    assert open_event(payload, NO_CHECKSUM)[0] == stamped
    both = replace(stamped, clock=ClockReceipt(1, 2, 3))
    assert open_event(seal_event(both, NO_CHECKSUM).payload, NO_CHECKSUM)[0] == both


def test_table_of_the_time_before_bots_had_chance_has_no_bot_seed() -> None:
    stamped, _ = open_event(bytes.fromhex(golden()["table_opened"]), NO_CHECKSUM)
    state, _ = open_snapshot(bytes.fromhex(golden()["snapshot"]))

    assert isinstance(stamped.event, TableOpened)
    assert stamped.event.bot_seed == state.bot_seed == b""


def test_plain_values_are_kept() -> None:
    value = ["E_STALE", None, {"version": 7}, [b"\x00", 2**53]]

    assert unpack_plain(pack_plain(value)) == value


# ---------------------------------------------------------------------------- damage


@pytest.mark.parametrize("kind", EVENTS)
def test_event_with_one_flipped_bit_is_not_read(kind: str) -> None:
    payload = bytes.fromhex(golden()[kind])

    for bit in range(8 * len(payload)):
        with pytest.raises(StoredFault):
            open_event(flipped(payload, bit), NO_CHECKSUM)


def test_snapshot_with_one_flipped_bit_is_not_read() -> None:
    payload = bytes.fromhex(golden()["snapshot"])

    for bit in range(8 * len(payload)):
        with pytest.raises(StoredFault):
            open_snapshot(flipped(payload, bit))


def flipped(payload: bytes, bit: int) -> bytes:
    changed = bytearray(payload)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_event_is_read_in_its_place_only() -> None:
    # What was swapped, left out or taken from another table does not continue.
    driven = running("ann")
    checksum = NO_CHECKSUM
    stored = []
    for stamped in driven.log:
        stored.append((checksum, seal_event(stamped, checksum)))
        checksum = stored[-1][1].checksum

    for before, one in stored:
        for other_before, _ in stored:
            if other_before != before:
                with pytest.raises(StoredFault):
                    open_event(one.payload, other_before)


@pytest.mark.parametrize("length", range(0, 40, 3))
def test_cut_bytes_are_not_read(length: int) -> None:
    payload = bytes.fromhex(golden()["seat_taken"])

    with pytest.raises(StoredFault):
        open_event(payload[:length], NO_CHECKSUM)
    with pytest.raises(StoredFault):
        open_snapshot(payload[:length])


NONSENSE = {
    "empty": b"",
    "no msgpack": b"\xc1",
    "a number": msgpack.packb(7),
    "too short": msgpack.packb([1, "skipped"]),
    "another schema": msgpack.packb([2, "skipped", {"seat": 1}, AT_MS, "bot"]),
    "unknown kind": msgpack.packb([1, "exploded", {"seat": 1}, AT_MS, "bot"]),
    "a kind that is a list": msgpack.packb([1, [], {"seat": 1}, AT_MS, "bot"]),
    "unknown author": msgpack.packb([1, "skipped", {"seat": 1}, AT_MS, "cat"]),
    "a field missing": msgpack.packb([1, "skipped", {}, AT_MS, "bot"]),
    "a field of another type": msgpack.packb(
        [1, "skipped", {"seat": "one"}, AT_MS, "bot"]
    ),
    "number as key": msgpack.packb([1, "skipped", {1: 1}, AT_MS, "bot"]),
    "bytes behind": msgpack.packb([1, "skipped", {"seat": 1}, AT_MS, "bot"]) + b"\0",
}


@pytest.mark.parametrize("body", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_with_a_good_checksum_is_not_read(body: bytes) -> None:
    with pytest.raises(StoredFault):
        open_event(sealed(body), NO_CHECKSUM)
    with pytest.raises(StoredFault):
        open_snapshot(sealed(body))


def test_snapshot_of_another_schema_is_not_read() -> None:
    payload = bytes.fromhex(golden()["snapshot"])
    _, fields, checksum = unpack_plain(payload[:-CHECKSUM_BYTES])

    with pytest.raises(NewerSchema):
        open_snapshot(sealed(msgpack.packb([SCHEMA + 1, fields, checksum])))
    with pytest.raises(StoredFault):
        open_snapshot(sealed(msgpack.packb([SCHEMA - 1, fields, checksum])))
    with pytest.raises(StoredFault):
        open_snapshot(sealed(msgpack.packb([SCHEMA, {"table": "x"}, checksum])))


def test_event_of_a_newer_server_is_told_from_a_damaged_one() -> None:
    body = msgpack.packb([SCHEMA + 1, "skipped", {"seat": 1}, AT_MS, "bot"])

    with pytest.raises(NewerSchema):
        open_event(sealed(body), NO_CHECKSUM)


def test_older_schemas_are_brought_up_to_date_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # T-K04: two steps that later versions of the server could have.
    monkeypatch.setattr(stored, "SCHEMA", SCHEMA + 2)
    first = {SCHEMA: lambda _kind, fields: ("passed", fields)}
    second = {SCHEMA + 1: lambda _kind, fields: ("skipped", {"seat": fields["place"]})}
    monkeypatch.setattr(stored, "_EVENT_STEPS", first | second)
    oldest = msgpack.packb([SCHEMA, "waived", {"place": 1}, AT_MS, "bot"])
    middle = msgpack.packb([SCHEMA + 1, "passed", {"place": 2}, AT_MS, "bot"])
    newest = msgpack.packb([SCHEMA + 2, "skipped", {"seat": 3}, AT_MS, "bot"])

    read = [
        open_event(sealed(body), NO_CHECKSUM)[0].event
        for body in (oldest, middle, newest)
    ]

    assert read == [Skipped(SEATS[1]), Skipped(SEATS[2]), Skipped(SEATS[3])]


def test_older_snapshot_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    payload = bytes.fromhex(golden()["snapshot"])
    state, _ = open_snapshot(payload)
    monkeypatch.setattr(stored, "SCHEMA", SCHEMA + 1)
    steps = {SCHEMA: lambda fields: fields | {"table": "RENAMED"}}
    monkeypatch.setattr(stored, "_STATE_STEPS", steps)

    assert open_snapshot(payload)[0] == replace(state, table="RENAMED")


def test_fault_names_nothing_of_what_was_stored() -> None:
    # T-C15: neither cards nor secrets stand in the text of an error.
    driven = dealt_table(0, {})
    stored = seal_event(driven.log[-1], NO_CHECKSUM)
    body = stored.payload[:-CHECKSUM_BYTES].replace(b"dealer", b"dealxr")

    with pytest.raises(StoredFault) as caught:
        open_event(sealed(body), NO_CHECKSUM)

    assert str(caught.value) == "an event cannot be read: ValidationError"
    assert caught.value.__cause__ is None


def test_what_has_no_place_in_the_store_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no place"):
        pack_plain([object()])


def test_state_with_other_cards_has_another_snapshot() -> None:
    state = table().state

    assert seal_snapshot(state, NO_CHECKSUM) != seal_snapshot(
        replace(state, next_secret=bytes(32)), NO_CHECKSUM
    )
