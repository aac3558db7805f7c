from dataclasses import replace

import pytest

from client_cli.bidi import in_cells
from client_cli.languages import LANGUAGES
from client_cli.screens.look import Look
from client_cli.screens.render import picture_of
from client_cli.screens.state import Link, Panel, ScreenState
from client_cli.texts import Texts, texts_in
from tests.client_cli.screens.golden import FOLDER, path_of, sheet
from tests.client_cli.screens.scenes import SCENES, playing

SIZES = [(1, 1), (2, 1), (7, 2), (20, 5), (59, 15), (60, 16), (79, 30), (300, 100)]


def shown(state: ScreenState, size: tuple[int, int]) -> list[str]:
    return picture_of(state, size, Look(), Texts()).text()


@pytest.mark.parametrize("scene", SCENES)
def test_the_screen_is_the_golden_one(scene: str) -> None:
    """After a change: `python -m tests.client_cli.screens.golden`, and read."""
    assert sheet(SCENES[scene]) == path_of(scene).read_text("utf-8")


def test_every_golden_screen_has_its_scene() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SCENES)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_fits_every_window(
    scene: str, size: tuple[int, int], language: str
) -> None:
    picture = picture_of(SCENES[scene], size, Look(), texts_in(language))

    assert {len(row) for row in picture.rows} == {size[0]}
    assert len(picture.rows) == size[1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("scene", SCENES)
def test_letters_that_are_put_in_order_move_no_frame(
    scene: str, size: tuple[int, int]
) -> None:
    stored, ordered = (
        picture_of(SCENES[scene], size, look, texts_in("ar")).text()
        for look in (Look(), Look(arrange=in_cells))
    )

    assert frames(stored) == frames(ordered)
    assert stored != ordered


def frames(lines: list[str]) -> list[list[int]]:
    return [[at for at, sign in enumerate(row) if sign in "│┌┐└┘─"] for row in lines]


@pytest.mark.parametrize("look", [Look(), Look(arrange=in_cells)])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_seats_are_never_mirrored(size: tuple[int, int], look: Look) -> None:
    arabic = picture_of(playing(), size, look, texts_in("ar")).text()
    english = picture_of(playing(), size, Look(), Texts()).text()

    for played in ("S10", "S8"):  # by North and by West
        assert place_of(played, arabic) == place_of(played, english)
    west, east = (
        place_of(look.drawn(word), arabic, part=slice(4, 14))
        for word in ("الغرب", "الشرق")
    )
    assert west[1] < east[1]


def place_of(word: str, lines: list[str], part: slice = slice(None)) -> tuple[int, int]:
    """The first row below the title that has a word, and its column."""
    rows = list(enumerate(lines))[part]
    return next((row, text.index(word)) for row, text in rows if word in text)


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_screens_have_no_other_letter(scene: str) -> None:
    picture = picture_of(SCENES[scene], (80, 24), Look(ascii=True), texts_in("it"))

    assert "".join(picture.text()).isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_colours_say_nothing_that_letters_do_not(scene: str) -> None:
    with_colours = picture_of(SCENES[scene], (80, 24), Look(), Texts())
    without = picture_of(SCENES[scene], (80, 24), Look(colour=False), Texts())

    assert with_colours.text() == without.text()


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (120, 40)])
@pytest.mark.parametrize("link", Link)
def test_the_connection_is_seen_in_every_layout(
    size: tuple[int, int], link: Link
) -> None:
    said = {Link.ONLINE: "connected", Link.RETRYING: "lost", Link.OVER: "offline"}
    for state in SCENES.values():
        assert said[link] in shown(replace(state, link=link), size)[0]


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (120, 40)])
def test_whose_turn_it_is_is_seen_in_every_layout(size: tuple[int, int]) -> None:
    assert any("YOUR TURN" in row for row in shown(playing(), size))
    assert any("turn of East" in row for row in shown(SCENES["watch"], size))


def test_a_compact_screen_has_the_trick_and_the_whole_hand() -> None:
    rows = shown(playing(), (60, 16))

    assert " 1 North S10* 2 West S8" in rows
    assert " Swords   [SF] [S6]" in rows
    assert " Coins     DF" in rows


def test_hardly_any_room_still_shows_turn_and_prompt() -> None:
    rows = shown(playing(), (30, 2))

    assert rows == ["  >> YOUR TURN · Swords led: f", " card> sf▌"]


def test_where_others_are_asked_to_declare_the_log_is_shown() -> None:
    state = SCENES["declare"]
    assert state.known is not None
    situation = state.known.situation.model_copy(update={"offer": None, "turn": 2})
    known = replace(state.known, situation=situation)

    rows = shown(
        replace(state, known=known, asked=False, log=("East declares.",)), (80, 24)
    )

    assert " East declares." in rows
    assert any("turn of North" in row for row in rows)


def test_a_panel_lies_on_top() -> None:
    rows = shown(replace(playing(), panel=Panel.LAST_TRICK), (80, 24))

    assert "LAST TRICK (5) · led by West" in rows[2]
