"""What a game tells whoever draws it, after each thing that happens."""

from pathlib import Path

from client_cli.full.display import FullDisplay
from client_cli.live.hand_order import HandOrder, OrderFile
from client_cli.live.seat import OwnSeat
from client_cli.live.standing import Standing
from client_cli.live.waiting_room import FirstDeal
from tests.client_cli.full.rig import FullRig
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig
from tests.support.store_values import eventually


def test_at_first_nothing_is_settled() -> None:
    standing = Standing(OwnSeat(TABLE))

    assert standing.order is HandOrder.HIGH_FIRST
    assert standing.ahead is None
    assert standing.muted.hears("Maya")
    assert not standing.in_room


async def test_the_order_of_the_hand_is_shown_and_remembered(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await rig.asked()

        await rig.press("o")
        await eventually(lambda: rig.state.order is HandOrder.LOW_FIRST)
        await rig.until("Your hand: trumps first, low cards first.")

        assert rig.state.url == "wss://table.example"
    assert OrderFile(tmp_path).order is HandOrder.LOW_FIRST


async def test_a_room_in_which_one_waits_is_told_apart(tmp_path: Path) -> None:
    display = FullDisplay()
    looked = []
    watched = display.look

    def look(standing: Standing) -> None:
        looked.append(standing.in_room)
        watched(standing)

    display.look = look  # type: ignore[method-assign]
    rig = Rig(tmp_path, "quit", display=display, first_deal=FirstDeal.WITH_OTHERS)

    await rig.play()

    assert looked[0] is True
