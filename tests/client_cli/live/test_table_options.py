import pytest

from client_cli.arguments import LiveFlags
from client_cli.live.table_options import options_for
from client_cli.table_flags import TableFlags

SESAME = "sesame"


def test_everything_that_the_person_wants() -> None:
    flags = LiveFlags(deals=3, level="easy", pace_ms=400)
    table = TableFlags(
        bots="fill",
        turn_ms=30_000,
        private=True,
        invited=("Anna",),
        talk="free",
        signals="on",
        undo=True,
        recall="all",
        hints=False,
    )

    options = options_for(flags, table, password=SESAME)
    assert (options.deals, options.level, options.pace_ms) == (3, "easy", 400)
    # The deal has to wait until this client has seen the promise.
    assert options.people == 4
    assert (options.fill_ms, options.turn_ms) == (60_000, 30_000)
    assert (options.private, options.password) == (True, SESAME)
    assert options.invited == ("Anna",)
    assert (options.talk, options.signals) == ("free", "on")
    assert (options.undo, options.recall, options.hints) == (True, "all", False)


def test_what_is_left_open_is_the_servers_to_say() -> None:
    options = options_for(LiveFlags(), TableFlags())

    assert (options.fill_ms, options.turn_ms) == (None, None)
    assert options_for(LiveFlags(), TableFlags(bots="wait")).fill_ms == 0


@pytest.mark.parametrize(
    ("flags", "pace_ms"),
    [
        (LiveFlags(), 900),
        (LiveFlags(autopilot=True), 0),
        (LiveFlags(no_input=True), 0),
        (LiveFlags(autopilot=True, pace_ms=100), 100),
    ],
)
def test_bots_wait_for_people_only(flags: LiveFlags, pace_ms: int) -> None:
    assert options_for(flags, TableFlags()).pace_ms == pace_ms
