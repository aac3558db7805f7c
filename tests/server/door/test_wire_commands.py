"""A client's words as a table understands them."""

from typing import get_args

import pytest

from engine.seats import SEATS
from protocol import to_server as wire
from server.door.wire_commands import digest_of, table_command, table_options
from server.identity import Entry, Span
from server.settings import TableSettings
from server.table import commands as table
from server.table.options import BotSeats, Signals, TableOptions, Talk
from server.table.seating import hash_of_password

ADA = Entry("session", "user", "Ada", bytes(48), is_new=True, span=Span(0))
SALT = bytes(range(16))
T = "QWERT"

COMMANDS: list[tuple[wire.TableCommand, table.TableCommand]] = [
    (
        wire.Sit(n=1, table=T, seat=SEATS[2], entropy=bytes(16), password="p"),  # noqa: S106
        table.TakeSeat("user", "Ada", SEATS[2], bytes(16), "p"),
    ),
    (wire.Sit(n=1, table=T), table.TakeSeat("user", "Ada")),
    (wire.Leave(n=1, table=T), table.GiveUpSeat("user")),
    (wire.Start(n=1, table=T), table.StartDeal("user")),
    (
        wire.Start(n=1, table=T, entropy=bytes(32)),
        table.StartDeal("user", bytes(32)),
    ),
    (
        wire.Discard(n=1, table=T, cards=("S7", "S6"), at=9),
        table.MakeMove("user", table.DiscardMove(("S7", "S6")), 9, 40),
    ),
    (
        wire.Declare(n=1, table=T),
        table.MakeMove("user", table.DeclareMove(), None, 40),
    ),
    (wire.Skip(n=1, table=T), table.MakeMove("user", table.SkipMove(), None, 40)),
    (
        wire.Play(n=1, table=T, card="SR", sign="volo"),
        table.MakeMove("user", table.PlayMove("SR", table.Sign.VOLO), None, 40),
    ),
    (wire.Kick(n=1, table=T, seat=SEATS[1]), table.Kick("user", SEATS[1])),
    (wire.Back(n=1, table=T), table.PersonBack("user")),
    (wire.Pause(n=1, table=T, wish=True), table.WishPause("user", wish=True)),
    (wire.Undo(n=1, table=T), table.AskUndo("user")),
    (wire.Claim(n=1, table=T, ours=False), table.MakeClaim("user", ours=False)),
    (wire.Reply(n=1, table=T, agrees=True), table.Answer("user", agrees=True)),
]


@pytest.mark.parametrize(("said", "asked"), COMMANDS)
def test_command_acts_for_the_user_of_the_session(
    said: wire.TableCommand, asked: table.TableCommand
) -> None:
    # P7, T-C01
    assert table_command(said, ADA, 40) == asked


def test_every_command_of_the_protocol_is_tried_here() -> None:
    assert {type(said) for said, _ in COMMANDS} == set(get_args(wire.TableCommand))


def test_options_that_are_left_out_are_those_of_the_rules() -> None:
    keep = TableSettings(grace_ms=7, reserved_ms=9_000)

    options = table_options(wire.Options(), keep, SALT)

    assert options == TableOptions(grace_ms=7, reserved_ms=9_000)


def test_every_option_reaches_the_table() -> None:
    wished = wire.Options(
        deals=3,
        level="easy",
        levels=(None, "easy", None, "medium"),
        pace_ms=0,
        private=True,
        password="tre re",  # noqa: S106
        people=2,
        fill_ms=5_000,
        ready_ms=6_000,
        turn_ms=7_000,
        bank_ms=8_000,
        bot_seats="at_once",
        spectators=False,
        talk="free",
        signals="after_king",
        undo=True,
        claims=False,
        recall="all",
        hints=False,
        counting=True,
    )

    options = table_options(wished, TableSettings(), SALT)

    assert options == TableOptions(
        deals=3,
        level="easy",
        levels=(None, "easy", None, "medium"),
        pace_ms=0,
        private=True,
        password_hash=hash_of_password("tre re", SALT),
        people=2,
        fill_ms=5_000,
        ready_ms=6_000,
        turn_ms=7_000,
        bank_ms=8_000,
        bot_seats=BotSeats.AT_ONCE,
        spectators=False,
        talk=Talk.FREE,
        signals=Signals.AFTER_KING,
        undo=True,
        claims=False,
        recall="all",
        hints=False,
        counting=True,
    )
    assert set(wire.Options.model_fields) - {"password"} <= set(
        TableOptions.__dataclass_fields__
    )


def test_digest_tells_commands_apart_by_all_they_say() -> None:
    said = wire.Play(n=1, table=T, card="SR")
    others = (
        wire.Play(n=1, table=T, card="SQ"),
        wire.Play(n=2, table=T, card="SR"),
        wire.Play(n=1, table="ASDFG", card="SR"),
        wire.Play(n=1, table=T, card="SR", at=4),
    )

    assert digest_of(said) == digest_of(wire.Play(n=1, table=T, card="SR"))
    assert len({digest_of(one) for one in (said, *others)}) == 5
    assert len(digest_of(said)) <= 32
