from dataclasses import replace

import pytest

from client_cli.screens.actions import Action
from client_cli.screens.grid import Grid, Press
from client_cli.screens.look import Look
from client_cli.screens.overlays import draw_panel
from client_cli.screens.state import Panel, Scene, ScreenState
from client_cli.texts import Texts
from tests.client_cli.screens.scenes import playing, settled, waiting, watching


def drawn(state: ScreenState, width: int = 80, height: int = 24) -> list[str]:
    return grid_of(state, width, height).picture().text()


def grid_of(state: ScreenState, width: int = 80, height: int = 24) -> Grid:
    grid = Grid(width, height, Look())
    texts = Texts()
    scene = None if state.known is None else Scene(state, state.known, texts)
    draw_panel(grid, scene, state, texts)
    return grid


def test_nothing_is_drawn_while_no_panel_is_open() -> None:
    assert not any(drawn(playing()))


def test_the_last_trick_has_names_its_winner_and_who_led() -> None:
    shown = "\n".join(drawn(replace(playing(), panel=Panel.LAST_TRICK)))

    assert "LAST TRICK (5) · led by West" in shown
    assert "1 West     CC   Knight of Cups" in shown
    assert "2 you      12   trump 12" in shown
    assert "4 North    MN   World  won for WE" in shown


def test_before_the_first_trick_that_is_said() -> None:
    state = replace(watching(), panel=Panel.LAST_TRICK)

    assert any("No trick is complete yet." in row for row in drawn(state))


@pytest.mark.parametrize(
    ("panel", "said"),
    [
        (Panel.POINTS, "Declared: we 22, they 40."),
        (Panel.LOG, "Maya, East: ciao!"),
        (Panel.HELP, "t last trick"),
        (Panel.ANSWER, "Because."),
    ],
)
def test_each_panel_shows_what_it_is_for(panel: Panel, said: str) -> None:
    state = replace(playing(), panel=panel, answer=("Because.",))

    assert any(said in row for row in drawn(state))


def test_a_line_of_the_result_opens_to_its_reason() -> None:
    shown = drawn(replace(settled(), panel=Panel.EXPLAIN, line=1))

    assert "┌ Last trick " in shown[2]
    assert "(R21)" in shown[3]


def test_a_line_that_is_not_there_opens_the_last_one() -> None:
    shown = drawn(replace(settled(), panel=Panel.EXPLAIN, line=99))

    assert "┌ Discards " in shown[2]


def test_without_a_result_there_is_nothing_to_open() -> None:
    assert "┌ RESULT " in drawn(replace(playing(), panel=Panel.EXPLAIN))[2]


def test_help_and_log_need_no_table() -> None:
    shown = drawn(ScreenState(panel=Panel.LOG, log=("Connected.",)))

    assert any("Connected." in row for row in shown)


def test_long_answers_begin_at_their_beginning_and_can_be_moved() -> None:
    answer = tuple(f"line {number}" for number in range(50))
    state = ScreenState(panel=Panel.ANSWER, answer=answer)

    assert "line 0 " in drawn(state)[3]
    assert "line 5 " in drawn(replace(state, scroll=5))[3]
    assert "line 34 " in drawn(replace(state, scroll=99))[3]


def test_the_log_ends_with_the_newest_and_can_be_moved_back() -> None:
    log = tuple(f"line {number}" for number in range(50))
    state = ScreenState(panel=Panel.LOG, log=log)

    assert "line 34 " in drawn(state)[3]
    assert "line 24 " in drawn(replace(state, scroll=10))[3]


def test_a_panel_can_be_closed_by_a_click() -> None:
    picture = grid_of(replace(playing(), panel=Panel.LAST_TRICK)).picture()

    assert Press(Action.CLOSE) in {spot.target for spot in picture.spots}


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (5, 3), (39, 9)])
def test_a_panel_fits_any_window(size: tuple[int, int]) -> None:
    rows = grid_of(replace(playing(), panel=Panel.HELP), *size).picture().rows

    assert (len(rows[0]), len(rows)) == size


def test_help_is_about_this_moment_alone() -> None:
    def help_in(state: ScreenState) -> str:
        return "\n".join(drawn(replace(state, panel=Panel.HELP)))

    assert "( ) is played at your turn" in help_in(playing())
    assert "kick and a seat or name" not in help_in(playing())
    assert "kick and a seat or name sends somebody away." in help_in(waiting())
    assert "chosen, # protected" not in help_in(waiting())
    assert "chosen, # protected" not in help_in(settled())
