import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.screens.look import Look, as_ascii, look_for


def test_lines_and_accents_have_a_likeness() -> None:
    assert as_ascii("┌─┐│Bégato↺…·") == "+-+|Begato~.-"
    assert as_ascii("日") == "?"


@given(st.text())
def test_ascii_is_ascii(text: str) -> None:
    assert as_ascii(text).isascii()


def test_only_the_ascii_look_changes_letters() -> None:
    assert Look().drawn("é") == "é"
    assert Look(ascii=True).drawn("é") == "e"


@pytest.mark.parametrize(
    ("environ", "look"),
    [
        ({}, Look()),
        ({"NO_COLOR": "1"}, Look(colour=False)),
        ({"NO_COLOR": ""}, Look()),
        ({"LANG": "it_IT.UTF-8"}, Look()),
        ({"LANG": "C"}, Look(ascii=True)),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "POSIX"}, Look(ascii=True)),
        ({"LANG": "C", "LC_CTYPE": "C.utf8"}, Look()),
    ],
)
def test_the_environment_decides(environ: dict[str, str], look: Look) -> None:
    assert look_for(environ) == look


def test_letters_are_laid_out_unless_only_ascii_is_wanted() -> None:
    assert Look(arrange=str.upper).drawn("abc") == "ABC"
    assert Look(ascii=True, arrange=str.upper).drawn("abc") == "abc"
