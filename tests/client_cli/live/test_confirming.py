from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.live.confirming import Confirming
from client_cli.live.moves import Result
from client_cli.live.seat import Confirm, OwnSeat
from client_cli.taste import Asking, Taste
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig


@pytest.mark.parametrize(
    ("asking", "cards", "final"),
    [("never", False, False), ("once", False, True), ("always", True, True)],
)
def test_what_is_asked_is_a_matter_of_taste(
    tmp_path: Path, asking: Asking, *, cards: bool, final: bool
) -> None:
    rig = Rig(tmp_path, flags=LiveFlags(taste=Taste(confirm=asking)))
    confirming = Confirming(rig.parts, OwnSeat(TABLE))

    assert confirming.is_wanted(final=False) is cards
    assert confirming.is_wanted(final=True) is final


def test_a_script_is_never_asked(tmp_path: Path) -> None:
    flags = LiveFlags(no_input=True, taste=Taste(confirm="always"))
    confirming = Confirming(Rig(tmp_path, flags=flags).parts, OwnSeat(TABLE))

    assert not confirming.is_wanted(final=True)


def test_a_move_waits_for_its_yes_and_is_made_once(tmp_path: Path) -> None:
    rig, seat, made = Rig(tmp_path), OwnSeat(TABLE), list[str]()

    def move() -> Result:
        made.append("move")
        return Result.WRONG

    confirming = Confirming(rig.parts, seat)
    confirming.before(move, "Really?")
    confirming.again()

    assert seat.confirm is Confirm.MOVE
    assert rig.complained == "Really? Type yes or no.\n" * 2
    assert not made
    assert confirming.said_yes() is Result.WRONG
    assert confirming.said_yes() is Result.FINE
    assert made == ["move"]
