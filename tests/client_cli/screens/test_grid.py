from hypothesis import given
from hypothesis import strategies as st

from client_cli.screens.actions import Action
from client_cli.screens.grid import (
    Grid,
    Open,
    Pick,
    Press,
    Role,
    Span,
    cut,
    line,
    line_width,
    width_of,
    wrapped,
)
from client_cli.screens.look import Look


def grid(width: int = 10, height: int = 3) -> Grid:
    return Grid(width, height, Look())


def test_a_line_begins_where_it_is_put_and_is_cut_at_the_edge() -> None:
    made = grid()

    end = made.put(7, 1, line("abcdef"))

    assert end == 10
    assert made.picture().text() == ["", "       abc", ""]


def test_a_line_takes_no_more_than_its_width() -> None:
    made = grid()

    made.put(0, 0, line("abcdef"), 4)

    assert made.picture().text()[0] == "abcd"


def test_nothing_is_drawn_outside() -> None:
    made = grid()

    made.put(0, 3, line("below"))
    made.put(0, -1, line("above"))
    made.put(-2, 0, line("left"))

    assert made.picture().text() == ["ft", "", ""]


def test_a_wide_letter_takes_two_cells_and_is_never_halved() -> None:
    made = grid(4, 2)

    made.put(0, 0, line("a日b"))
    made.put(3, 1, line("日"))

    first, second = made.picture().rows
    assert [cell.text for cell in first] == ["a", "日", "", "b"]
    assert "".join(cell.text for cell in second) == "    "


def test_drawing_over_half_of_a_wide_letter_takes_it_away() -> None:
    made = grid(4, 2)
    made.put(0, 0, line("日日"))
    made.put(1, 1, line("日"))

    made.put(1, 0, line("xy"))
    made.put(0, 1, line("zz"))

    assert [cell.text for cell in made.picture().rows[0]] == [" ", "x", "y", " "]
    assert [cell.text for cell in made.picture().rows[1]] == ["z", "z", " ", " "]


@given(
    st.lists(
        st.tuples(st.integers(-3, 12), st.integers(-1, 4), st.text(max_size=8)),
        max_size=8,
    )
)
def test_a_row_always_has_its_width(puts: list[tuple[int, int, str]]) -> None:
    made = grid()

    for column, row, text in puts:
        made.put(column, row, line(text))

    assert [
        sum(width_of(cell.text) for cell in row) for row in made.picture().rows
    ] == [10, 10, 10]


def test_roles_are_kept_with_colours_and_dropped_without() -> None:
    pictures = []
    for colour in (True, False):
        made = Grid(3, 1, Look(colour=colour))
        made.put(0, 0, line("SR", Role.SWORDS, bold=True))
        pictures.append(made.picture().rows[0])

    assert [cell.role for cell in pictures[0]] == [
        Role.SWORDS,
        Role.SWORDS,
        Role.PLAIN,
    ]
    assert {cell.role for cell in pictures[1]} == {Role.PLAIN}
    assert [cell.bold for cell in pictures[1]] == [True, True, False]


def test_a_click_finds_what_was_drawn_there() -> None:
    made = grid()

    made.put(
        2,
        1,
        (Span("SR", target=Pick("SR")), Span(" t ", target=Press(Action.LAST_TRICK))),
    )
    picture = made.picture()

    assert picture.target_at(1, 1) is None
    assert picture.target_at(2, 1) == Pick("SR")
    assert picture.target_at(3, 1) == Pick("SR")
    assert picture.target_at(4, 1) == Press(Action.LAST_TRICK)
    assert picture.target_at(7, 1) is None
    assert picture.target_at(2, 0) is None


def test_what_lies_on_top_hides_what_could_be_clicked() -> None:
    made = grid()
    made.put(0, 0, (Span("hidden", target=Open(1)),))
    made.put(0, 2, (Span("seen", target=Open(2)),))

    made.clear(2, 0, 3, 2)

    assert made.picture().target_at(0, 0) is None
    assert made.picture().target_at(0, 2) == Open(2)
    assert made.picture().text()[0] == "hi   n"


def test_a_line_can_end_before_a_column() -> None:
    made = grid()

    made.put_right(9, 0, line("end"))
    made.put_right(2, 1, line("longer"))

    assert made.picture().text() == ["      end", "longer", ""]


def test_boxes_rules_and_walls() -> None:
    made = grid(6, 5)

    made.box(0, 0, [line("abcdef")], 3)
    made.rule(3)
    made.wall(5, 0, 2)

    assert made.picture().text() == ["┌───┐│", "│abc││", "└───┘", "──────", ""]


def test_text_is_cut_with_a_sign() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab…"
    assert cut("日日", 3) == "日…"
    assert cut("abc", 0) == ""


def test_text_is_wrapped_between_words() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("a longest word", 5) == ["a", "long…", "word"]
    assert wrapped("", 5) == []


def test_widths_are_in_cells() -> None:
    assert width_of("a日") == 3
    assert line_width((Span("ab"), Span("日"))) == 4


def test_a_text_is_laid_out_once_wherever_it_is_put() -> None:
    made = Grid(10, 2, Look(arrange=lambda text: text[::-1]))

    made.put(0, 0, line("abc"))
    made.put_right(10, 1, line("abc"))

    assert made.picture().text() == ["cba", "       cba"]
