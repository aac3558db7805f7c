"""A client's words as a table understands them."""

from typing import get_args

import pytest

from engine.seats import SEATS
from protocol import to_server as wire
from protocol.options import Options
from server.door.wire_commands import Arrival, digest_of, table_command, table_options
from server.identity import Entry, Span
from server.settings import TableSettings
from server.table import commands as table
from server.table.invitations import invitations_to
from server.table.options import BotSeats, Signals, TableOptions, Talk
from server.table.seating import hash_of_password

ADA = Entry("session", "user", "Ada", bytes(48), is_new=True, span=Span(0))
SALT = bytes(range(16))
T = "QWERT"
CAME = (40, ((1, 2),), 9_000)
"""How long on the way, outages, when."""

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
        table.MakeMove("user", table.DiscardMove(("S7", "S6")), 9, *CAME),
    ),
    (
        wire.Declare(n=1, table=T),
        table.MakeMove("user", table.DeclareMove(), None, *CAME),
    ),
    (wire.Skip(n=1, table=T), table.MakeMove("user", table.SkipMove(), None, *CAME)),
    (
        wire.Play(n=1, table=T, card="SR", sign="volo"),
        table.MakeMove("user", table.PlayMove("SR", table.Sign.VOLO), None, *CAME),
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
    assert table_command(said, ADA, Arrival(9_000, 40, ((1, 2),))) == asked


def test_every_command_of_the_protocol_is_tried_here() -> None:
    assert {type(said) for said, _ in COMMANDS} == set(get_args(wire.TableCommand))


KEEP = TableSettings(
    grace_ms=7, reserved_ms=9_000, lag_budget_ms=11, turn_ms=20_000, bank_ms=4_000
)


def test_options_that_are_left_out_are_those_of_the_rules_and_the_house() -> None:
    options = table_options(Options(), KEEP, SALT)

    assert options == TableOptions(
        turn_ms=20_000,
        bank_ms=4_000,
        grace_ms=7,
        reserved_ms=9_000,
        lag_budget_ms=11,
    )


def test_level_that_is_not_played_here_becomes_the_best_below_it() -> None:
    wished = Options(level="master", levels=("easy", None, "expert", "medium"))

    options = table_options(wished, KEEP, SALT, ("easy", "medium", "hard"))

    assert options.level == "hard"
    assert options.levels == ("easy", None, "hard", "medium")


@pytest.mark.parametrize(
    ("wished", "clock"),
    [
        (Options(private=True), (0, 0)),
        (Options(people=1), (0, 0)),
        (Options(turn_ms=0), (0, 0)),
        (Options(turn_ms=9_000), (9_000, 0)),
        (Options(turn_ms=9_000, bank_ms=1_000, people=1), (9_000, 1_000)),
        (Options(bank_ms=1_000), (20_000, 1_000)),
    ],
)
def test_clock_is_as_wished_and_usual_only_among_strangers(
    wished: Options, clock: tuple[int, int]
) -> None:
    options = table_options(wished, KEEP, SALT)

    assert (options.turn_ms, options.bank_ms) == clock


@pytest.mark.parametrize(
    ("wished", "quick", "fill_ms"),
    [
        (Options(), True, 3_000),
        (Options(), False, 0),
        (Options(fill_ms=0), True, 0),
        (Options(fill_ms=500), False, 500),
    ],
)
def test_bots_come_to_a_quick_match_and_elsewhere_where_that_is_wished(
    wished: Options,
    quick: bool,  # noqa: FBT001 - a parameter of the test
    fill_ms: int,
) -> None:
    keep = TableSettings(fill_ms=3_000)

    assert table_options(wished, keep, SALT, quick=quick).fill_ms == fill_ms


def test_every_option_reaches_the_table() -> None:
    wished = Options(
        deals=3,
        level="easy",
        levels=(None, "easy", None, "medium"),
        pace_ms=0,
        private=True,
        password="tre re",  # noqa: S106
        invited=("Ada", "u-1"),
        people=2,
        fill_ms=5_000,
        ready_ms=6_000,
        turn_ms=7_000,
        bank_ms=8_000,
        increment_ms=500,
        extra_time=False,
        bot_seats="at_once",
        spectators=False,
        spectator_delay_ms=60_000,
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
        invited=invitations_to(("Ada", "u-1")),
        people=2,
        fill_ms=5_000,
        ready_ms=6_000,
        turn_ms=7_000,
        bank_ms=8_000,
        increment_ms=500,
        extra_time=False,
        bot_seats=BotSeats.AT_ONCE,
        spectators=False,
        spectator_delay_ms=60_000,
        talk=Talk.FREE,
        signals=Signals.AFTER_KING,
        undo=True,
        claims=False,
        recall="all",
        hints=False,
        counting=True,
    )
    assert set(Options.model_fields) - {"password"} <= set(
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
