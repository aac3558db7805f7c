import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.safe_text import LONGEST, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Maya", "Maya"),
        ("Bégato è qui", "Bégato è qui"),
        ("a\x1b[2Jb", "a<U+001B>[2Jb"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\nb\tc\x07", "a<U+000A>b<U+0009>c<U+0007>"),
        ("\u200b", "<U+200B>"),
        ("\u2066x\u2069", "<U+2066>x<U+2069>"),
        ("", ""),
    ],
)
def test_what_does_not_print_is_shown_as_a_number(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_long_text_is_cut() -> None:
    assert shown("x" * 100) == "x" * (LONGEST - 3) + "..."


@given(st.text())
def test_whatever_comes_out_prints(text: str) -> None:
    assert shown(text).isprintable()
