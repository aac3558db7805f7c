from dataclasses import replace

import pytest

from client_cli.full.app import TableApp, TableView, strip_of, style_of
from client_cli.full.display import FullDisplay
from client_cli.screens.grid import Cell, Pick, Role
from client_cli.screens.look import Look
from client_cli.screens.render import picture_of
from client_cli.screens.state import Panel
from client_cli.texts import Texts
from tests.client_cli.screens.scenes import discarding, playing


class Calls:
    """What the app asked for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.interrupts = 0
        self.left = 0
        self.looked: list[tuple[str, ...]] = []

    def interrupt(self) -> None:
        self.interrupts += 1

    def leave(self) -> None:
        self.left += 1


def app_with(display: FullDisplay) -> tuple[TableApp, Calls]:
    calls = Calls()
    app = TableApp(
        display=display,
        texts=Texts(),
        look=Look(),
        send=calls.lines.append,
        interrupt=calls.interrupt,
        leave=calls.leave,
        look_ahead=calls.looked.append,
    )
    return app, calls


def shown() -> FullDisplay:
    display = FullDisplay()
    display.take(playing())
    return display


def drawn(view: TableView) -> list[str]:
    return [view.render_line(row).text.rstrip() for row in range(view.size.height)]


async def test_the_window_shows_the_picture_in_its_size() -> None:
    display = shown()
    app, _ = app_with(display)

    async with app.run_test(size=(80, 24)) as pilot:
        assert (
            drawn(app.view)
            == picture_of(display.state, (80, 24), Look(), Texts()).text()
        )

        await pilot.resize_terminal(120, 40)
        assert len(drawn(app.view)) == 40
        assert app.view.render_line(99).text == ""


async def test_keys_have_their_names() -> None:
    display = shown()
    app, calls = app_with(display)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("backspace", "6", "enter", "f1", "question_mark")

    assert calls.lines == ["s6"]
    assert display.state.panel is Panel.HELP


async def test_two_chosen_cards_are_looked_ahead_about_once() -> None:
    display = FullDisplay()
    display.take(replace(discarding(), chosen=()))
    app, calls = app_with(display)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "space", "right", "space", "right", "t", "escape")

    assert calls.looked == [("SO", "16")]


async def test_clicks_find_what_is_drawn() -> None:
    app, calls = app_with(shown())

    async with app.run_test(size=(80, 24)) as pilot:
        spot = next(
            spot for spot in app.view.picture.spots if spot.target == Pick("S6")
        )
        await pilot.click(offset=(spot.start, spot.row))
        await pilot.click(offset=(79, 0))

    assert calls.lines == ["S6"]


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_ctrl_c_is_for_the_game_to_answer(key: str) -> None:
    app, calls = app_with(shown())

    async with app.run_test() as pilot:
        await pilot.press(key)
        assert app.is_running

    assert calls.interrupts == 1


async def test_changes_are_drawn() -> None:
    display = shown()
    app, _ = app_with(display)

    async with app.run_test(size=(80, 24)) as pilot:
        display.complain(["Not allowed."])
        await pilot.pause()
        assert " Not allowed." in drawn(app.view)


def test_cells_of_one_style_are_drawn_together() -> None:
    row = (
        Cell("S", Role.SWORDS, bold=True),
        Cell("R", Role.SWORDS, bold=True),
        Cell(" "),
    )

    assert [segment.text for segment in strip_of(row)] == ["SR", " "]
    assert strip_of(row).cell_length == 3


@pytest.mark.parametrize(
    ("role", "colour"),
    [
        (Role.SWORDS, "blue"),
        (Role.BATONS, "green"),
        (Role.CUPS, "red"),
        (Role.COINS, "yellow"),
        (Role.TRUMP, None),
        (Role.PLAIN, None),
    ],
)
def test_suits_have_their_colours(role: Role, colour: str | None) -> None:
    found = style_of(Cell("x", role)).color

    assert (None if found is None else found.name) == colour
