from dataclasses import replace

from client_cli.full.cursor import is_settled, moved, next_line, toggled
from client_cli.screens.actions import Action
from client_cli.screens.result import result_rows
from client_cli.screens.state import ScreenState
from client_cli.texts import Texts
from tests.client_cli.screens.scenes import discarding, playing, settled
from tests.client_cli.screens.test_hand import scene_of

TEXTS = Texts()


def test_only_a_settled_deal_has_a_result_to_go_through() -> None:
    assert is_settled(settled())
    assert not is_settled(playing())
    assert not is_settled(ScreenState())


def test_the_cursor_goes_round_the_cards_that_may_be_used() -> None:
    state = playing()
    for wanted in ("MT", "SF", "S6", "MT"):
        state = moved(state, Action.RIGHT, TEXTS)
        assert state.cursor == wanted


def test_lines_of_the_result_end_at_the_first_and_the_last() -> None:
    last = len(result_rows(scene_of(settled()))) - 1

    assert next_line(settled(), -1, TEXTS) == 0
    assert next_line(replace(settled(), line=last), 1, TEXTS) == last
    assert moved(settled(), Action.DOWN, TEXTS).line == 1
    assert next_line(ScreenState(), 1, TEXTS) == 0


def test_a_protected_card_cannot_be_marked() -> None:
    assert toggled(discarding(), "SR").chosen == ("B10", "B7")
    assert toggled(discarding(), "B10").chosen == ("B7",)
