import pytest

from client_cli.live.hand_order import HandOrder
from client_cli.live.serving import auto_line, cancel_line, order_line
from client_cli.texts import Texts, texts_in

TEXTS = Texts()


@pytest.mark.parametrize("order", HandOrder)
def test_each_order_is_told(order: HandOrder) -> None:
    assert order_line(order, TEXTS).startswith("Your hand: ")
    assert order_line(order, texts_in("it")).startswith("La tua mano: ")


def test_the_orders_differ() -> None:
    assert len({order_line(order, TEXTS) for order in HandOrder}) == len(HandOrder)


def test_whether_cards_are_played_by_themselves() -> None:
    assert "played by itself" in auto_line(TEXTS, on=True)
    assert "waits for you" in auto_line(TEXTS, on=False)


def test_what_was_chosen_ahead() -> None:
    assert cancel_line(None, TEXTS) == "No card was chosen ahead."
    assert cancel_line("M2", TEXTS) == "MR is not played ahead any more."
