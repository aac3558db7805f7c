"""A table as one seat may see it."""

from protocol.views import NOTHING_TO_DO, DealView, View
from tests.protocol.pretend_table import a_table


def test_nobody_can_act_in_the_empty_situation() -> None:
    assert NOTHING_TO_DO.turn is None
    assert NOTHING_TO_DO.legal == ()


def test_view_of_a_running_deal_is_read() -> None:
    table = a_table(you=1)
    table.play_deal(tricks=2)

    view = View.model_validate(table.views[-1])

    assert view.deal is not None
    assert len(view.deal.tricks) == 2
    assert view.deal.hand is not None


def test_view_has_one_place_for_a_hand_and_one_for_discards() -> None:
    secret = {name for name in DealView.model_fields if name in {"hand", "discards"}}

    assert secret == {"hand", "discards"}
    assert "hands" not in DealView.model_fields
