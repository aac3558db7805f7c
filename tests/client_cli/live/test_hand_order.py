from pathlib import Path

import pytest

from client_cli.live.hand_order import HandOrder, OrderFile, held_in

HAND = ["SF", "S6", "AN", "16", "MT", "C6", "CA"]


@pytest.mark.parametrize(
    ("order", "cards"),
    [
        (HandOrder.HIGH_FIRST, ["AN", "16", "MT", "SF", "S6", "CA", "C6"]),
        (HandOrder.LOW_FIRST, ["16", "AN", "MT", "S6", "SF", "C6", "CA"]),
        (HandOrder.SUITS_FIRST, ["SF", "S6", "CA", "C6", "AN", "16", "MT"]),
    ],
)
def test_orders(order: HandOrder, cards: list[str]) -> None:
    groups = held_in(order, HAND)

    assert [card for group in groups for card in group.cards] == cards
    assert len(groups) == 6


def test_the_orders_go_round() -> None:
    assert HandOrder.HIGH_FIRST.next is HandOrder.LOW_FIRST
    assert HandOrder.SUITS_FIRST.next is HandOrder.HIGH_FIRST


def test_an_order_is_remembered(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert OrderFile(folder).order is HandOrder.HIGH_FIRST
    assert OrderFile(folder).change() is HandOrder.LOW_FIRST

    assert OrderFile(folder).order is HandOrder.LOW_FIRST


def test_the_order_of_the_settings_begins_every_game(tmp_path: Path) -> None:
    OrderFile(tmp_path).change()

    assert OrderFile(tmp_path, "suits").order is HandOrder.SUITS_FIRST
    assert OrderFile(tmp_path, "high").order is HandOrder.HIGH_FIRST


@pytest.mark.parametrize("content", [b"", b"sideways", b"\xff", b"x" * 9_999])
def test_a_damaged_file_is_the_usual_order(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "hand-order").write_bytes(content)

    assert OrderFile(tmp_path).order is HandOrder.HIGH_FIRST


def test_an_order_that_cannot_be_kept_holds_for_this_game(tmp_path: Path) -> None:
    (tmp_path / "hand-order").mkdir()
    kept = OrderFile(tmp_path)

    assert kept.change() is HandOrder.LOW_FIRST
    assert kept.order is HandOrder.LOW_FIRST
