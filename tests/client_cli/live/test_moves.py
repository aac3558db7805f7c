from pathlib import Path
from typing import Any

from client_cli.live.happenings import Done
from client_cli.live.moves import Moves, Result, own_moor
from client_cli.live.seat import OwnSeat
from protocol.fold import Known
from protocol.to_server import Play
from tests.client_cli.live.test_turns import NO
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def moving(folder: Path, known: Known | None) -> tuple[Rig, OwnSeat, Moves]:
    rig, seat = Rig(folder), OwnSeat(TABLE, known)
    return rig, seat, Moves(rig.parts, seat)


async def played(rig: Rig) -> Any:
    done = await rig.happenings.get()
    assert isinstance(done, Done)
    await rig.happenings.close()
    return rig.session.commands[-1]


async def test_a_signal_goes_with_one_card(tmp_path: Path) -> None:
    rig, seat, moves = moving(tmp_path, known_with())
    rig.session.answer_with = [NO]
    seat.sign = "volo"

    assert moves.play("SF") is Result.FINE
    assert seat.sign is None
    command = await played(rig)
    assert isinstance(command, Play)
    assert command.sign == "volo"


def test_nothing_is_moved_before_the_table_is_known(tmp_path: Path) -> None:
    rig, _, moves = moving(tmp_path, None)

    assert moves.play("SF") is Result.WRONG
    assert "One moment" in rig.complained


def test_any_moor_is_the_lowest_that_fits() -> None:
    view = view_of_seat(deal=deal_data(hand=["M2", "M3"]))
    known = known_with(view, legal=["M3"])

    assert own_moor(("MR", "SF"), known) == ("M3", "SF")
    assert own_moor(("MR", "MR"), known) == ("M3", "M2")
    assert own_moor(("MR",), known_with()) == ("M1",)
