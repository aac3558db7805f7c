"""What a client is blamed for, and what it is not."""

import pytest

from protocol.codec import BadMessage
from protocol.codes import ErrorCode
from protocol.to_client import (
    Error,
    Ok,
    Refused,
    Snapshot,
    StoreState,
    ToClient,
    Welcome,
)
from protocol.to_server import Hello, Play, Resync, Skip, ToServer
from server.rehearsal import checks
from server.rehearsal.checks import Check, NotYet
from server.rehearsal.faults import RETRY_MS
from server.rehearsal.notes import Note, Notes, Opened, Said, Struck, Told
from tests.protocol.folding import told as read
from tests.protocol.played_table import a_played_table
from tests.protocol.told import welcome

PLAY = Play(n=7, table="QWERT", card="S7")
OLD, NEW = b"o" * 48, b"n" * 48
LATE_S = RETRY_MS / 1000


def said(message: ToServer, at_s: float = 1.0) -> Said:
    return Said(at_s, message)


def told(message: ToClient) -> Told:
    return Told(1.0, message)


def hello(token: bytes | None) -> Said:
    return said(Hello(versions=(1, 1), client="x", resume=token))


def let_in(token: bytes) -> Told:
    return told(Welcome.model_validate(welcome(resume=token)))


def refused(code: str, n: int = 7) -> Told:
    return told(Refused(n=n, code=code, rule=None, args={}, legal=None))


def put_off(at_s: float) -> Told:
    args: dict[str, str | int | tuple[str, ...]] = {"retry_ms": RETRY_MS}
    return Told(
        at_s, Refused(n=7, code="E_STORE_AWAY", rule=None, args=args, legal=None)
    )


def answered(n: int) -> Told:
    return told(Ok(n=n, table="QWERT", version=1, dup=False))


STRUCK = Struck(0.0, PLAY)
GOOD: dict[str, tuple[Check, list[Note]]] = {
    "token": (
        checks.comes_back_with_its_token,
        [let_in(OLD), let_in(NEW), STRUCK, hello(NEW)],
    ),
    "in time": (checks.comes_back_when_asked, [STRUCK, Opened(LATE_S)]),
    "away": (checks.stays_away, [Opened(0.0), STRUCK]),
    "other token": (checks.gives_the_token_up, [let_in(OLD), STRUCK, hello(None)]),
    "connected": (checks.stays_connected, [Opened(0.0), STRUCK]),
    "resync": (checks.asks_what_it_missed, [STRUCK, said(Resync(table="QWERT"))]),
    "again": (checks.sends_the_same_again, [said(PLAY), STRUCK, said(PLAY)]),
    "waits": (
        checks.waits_before_it_sends_again,
        [put_off(0.0), said(PLAY, LATE_S), said(PLAY, LATE_S)],
    ),
    "told that the store is back": (
        checks.waits_before_it_sends_again,
        [put_off(0.0), told(StoreState(state="back")), said(PLAY, 0.1)],
    ),
    "over a new connection": (
        checks.waits_before_it_sends_again,
        [put_off(0.0), Opened(0.1), said(PLAY, 0.1)],
    ),
    "no time is asked for": (
        checks.waits_before_it_sends_again,
        [refused("E_BUSY"), refused("E_STALE"), said(PLAY, 1.0)],
    ),
    "anew": (checks.chooses_anew, [said(PLAY), STRUCK, said(Skip(n=8, table="QWERT"))]),
    "not at a move": (checks.chooses_anew, [Struck(0.0, None), said(PLAY)]),
    "nothing failed": (checks.chooses_anew, [said(PLAY), said(PLAY)]),
    "asked once": (
        checks.gives_the_seat_up,
        [refused("E_NOT_IN_HAND"), STRUCK, refused("E_TABLE_FULL")],
    ),
    "server's fault": (checks.asks_for_what_is_allowed, [refused("E_INTERNAL")]),
    "one": (
        checks.has_one_command_under_way,
        [said(PLAY), answered(7), said(Skip(n=8, table="QWERT"))],
    ),
    "one again": (
        checks.has_one_command_under_way,
        [said(PLAY), refused("E_BUSY"), said(PLAY), refused("E_STALE")],
    ),
    "stale": (checks.asks_for_what_is_allowed, [refused("E_STALE")]),
    "token refused": (
        checks.asks_for_what_is_allowed,
        [told(Error(code=ErrorCode.TOKEN, detail=""))],
    ),
}


@pytest.mark.parametrize(("check", "notes"), GOOD.values(), ids=GOOD)
def test_nothing_to_blame(check: Check, notes: list[Note]) -> None:
    assert check(Notes(notes)) is None


WRONG: dict[str, tuple[Check, list[Note], str]] = {
    "no token": (
        checks.comes_back_with_its_token,
        [let_in(NEW), STRUCK, hello(None)],
        "without its resume token",
    ),
    "old token": (
        checks.comes_back_with_its_token,
        [let_in(OLD), let_in(NEW), STRUCK, hello(OLD)],
        "another token",
    ),
    "too soon": (
        checks.comes_back_when_asked,
        [STRUCK, Opened(LATE_S / 2)],
        "goaway asked for more",
    ),
    "back": (checks.stays_away, [STRUCK, Opened(1.0)], "must not"),
    "same token": (
        checks.gives_the_token_up,
        [let_in(OLD), STRUCK, hello(OLD)],
        "the token again",
    ),
    "dropped": (checks.stays_connected, [STRUCK, Opened(1.0)], "without need"),
    "another": (
        checks.sends_the_same_again,
        [said(PLAY), STRUCK, said(Skip(n=8, table="QWERT"))],
        "sent command 8, though 7",
    ),
    "changed": (
        checks.sends_the_same_again,
        [said(PLAY), STRUCK, said(Play(n=7, table="QWERT", card="S6"))],
        "another command under the number 7",
    ),
    "hurried": (
        checks.waits_before_it_sends_again,
        [put_off(0.0), said(PLAY, LATE_S / 2)],
        "after 0.8 s, though retry_ms asked for 1.5 s",
    ),
    "insists": (
        checks.chooses_anew,
        [said(PLAY), STRUCK, said(PLAY)],
        "sent command 7 again",
    ),
    "asks twice": (
        checks.gives_the_seat_up,
        [STRUCK, refused("E_TABLE_FULL"), refused("E_SEAT_TAKEN", 8)],
        "asked again for a seat",
    ),
    "plays without a seat": (
        checks.gives_the_seat_up,
        [STRUCK, refused("E_TABLE_FULL"), refused("E_NOT_SEATED", 8)],
        "command 8 was refused: E_NOT_SEATED",
    ),
    "two": (
        checks.has_one_command_under_way,
        [said(PLAY), said(Skip(n=8, table="QWERT"))],
        "sent command 8 while 7",
    ),
    "illegal": (
        checks.asks_for_what_is_allowed,
        [refused("E_MUST_FOLLOW")],
        "command 7 was refused: E_MUST_FOLLOW",
    ),
    "error": (
        checks.asks_for_what_is_allowed,
        [told(Error(code=ErrorCode.UNKNOWN_OP, detail=""))],
        "was told E_UNKNOWN_OP",
    ),
    "garbage": (
        checks.says_what_can_be_read,
        [Said(0.0, BadMessage(ErrorCode.BAD_MESSAGE, "play.card: missing"))],
        "play.card: missing",
    ),
}


@pytest.mark.parametrize(("check", "notes", "blame"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_blamed_for_good(
    check: Check, notes: list[Note], blame: str
) -> None:
    complaint = check(Notes(notes))

    assert complaint is not None
    assert blame in complaint
    assert not isinstance(complaint, NotYet)


@pytest.mark.parametrize(
    "check",
    [
        checks.comes_back_with_its_token,
        checks.comes_back_when_asked,
        checks.asks_what_it_missed,
        checks.sends_the_same_again,
        checks.reaches_the_end,
    ],
)
def test_what_may_still_be_done_is_blamed_in_the_end_only(check: Check) -> None:
    assert isinstance(check(Notes([Opened(0.0), STRUCK])), NotYet)


def test_nobody_who_came_is_said_so() -> None:
    assert checks.reaches_the_end(Notes()) == checks.NEVER_CAME


def test_end_is_seen_in_events_and_in_a_snapshot() -> None:
    table = a_played_table()
    table_as_it_is = read(table.snapshot())
    assert isinstance(table_as_it_is, Snapshot)
    settled = table_as_it_is.situation.model_copy(update={"phase": "settled"})
    snapshot = table_as_it_is.model_copy(update={"situation": settled})
    news = [read(table.events(at, at)) for at in range(1, table.version + 1)]

    assert checks.reaches_the_end(Notes([told(snapshot)])) is None
    assert checks.reaches_the_end(Notes([told(one) for one in news])) is None
    assert checks.reaches_the_end(Notes([Opened(0.0), answered(1)])) is not None
