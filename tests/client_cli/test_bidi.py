import io
import re

import pytest

from client_cli import bidi
from client_cli.bidi import (
    CHOICES,
    Bidi,
    arrangement,
    bidi_for,
    in_cells,
    ordered,
    with_one_turn,
)
from tests.client_cli.messages import catalogue

QUEEN = "ملكة"
JOINED = "\ufe94\ufedc\ufee0\ufee3"
"""The same in the order of cells: its last letter first, each in its joined form."""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("flag", "environ", "preferred", "expected"),
    [
        (None, {}, None, Bidi.AUTO),
        ("app", {"TAROCCO_BIDI": "terminal"}, "off", Bidi.APP),
        (None, {"TAROCCO_BIDI": "terminal"}, "off", Bidi.TERMINAL),
        (None, {"TAROCCO_BIDI": ""}, "off", Bidi.OFF),
        (None, {"TAROCCO_BIDI": "sideways"}, None, Bidi.AUTO),
        ("none", {}, None, Bidi.AUTO),
    ],
)
def test_flag_then_variable_then_settings(
    flag: str | None,
    environ: dict[str, str],
    preferred: str | None,
    expected: Bidi,
) -> None:
    assert bidi_for("ar", flag, environ, preferred) is expected


def test_other_languages_need_nothing() -> None:
    assert bidi_for("it", "app", {"TAROCCO_BIDI": "app"}, "app") is Bidi.NONE


def test_an_output_without_such_letters_gets_none() -> None:
    assert bidi_for("ar", "terminal", {}, writable=False) is Bidi.OFF


def test_choices_are_those_of_the_documents() -> None:
    assert CHOICES == ("auto", "terminal", "app", "off")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Trick 6. North played S10.",
        "دورك. اللون المطلوب: السيوف",
        "SF  الولد",
        "S6  6",
        "الحيلة 6 من 15.",
        "المسموح: SF, S6, MT.",
    ],
)
def test_a_line_that_turns_once_stays_whole(text: str) -> None:
    assert with_one_turn(text) == text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("دورك. الأقوى SR. اللون: السيوف.", ["دورك.", "الأقوى SR.", "اللون: السيوف."]),
        ("  --lang LANG   اللغة: en, it", ["  --lang LANG   اللغة:", "en, it"]),
        ("SR ملك Anna ثم MT", ["SR ملك", "Anna ثم", "MT"]),
        ("أ\nأ SR ب", ["أ", "أ SR", "ب"]),
        ("12. أ SR ب. SR", ["12. أ SR", "ب.", "SR"]),
    ],
)
def test_a_line_that_turns_again_is_broken(text: str, lines: list[str]) -> None:
    assert with_one_turn(text).split("\n") == lines


def test_no_word_is_lost_where_lines_break() -> None:
    text = "لعب Anna الورقة SR، ثم Luca لعب 16. Maya: MT؟ نعم SR لا"

    broken = with_one_turn(text)
    assert broken.split() == text.split()
    assert with_one_turn(broken) == broken


class Filled(dict[str, str]):
    """Gives every value that a message takes."""

    def __missing__(self, name: str) -> str:
        return self["any"]


@pytest.mark.parametrize("value", ["SR", "Anna", "6"])
def test_no_arabic_message_turns_twice_in_a_line(value: str) -> None:
    for entry in catalogue("ar"):
        for form in (entry.msgstr, *entry.msgstr_plural.values()):
            said = form.format_map(Filled(any=value))
            assert [
                each for each in with_one_turn(said).split("\n") if turns(each)
            ] == []


def turns(line: str) -> bool:
    """Whether Latin letters stand between Arabic ones, or the other way round."""
    latin, arabic = "[A-Za-z]", "[\u0621-\u064a]"
    return any(
        re.search(f"{one}.*{other}.*{one}", line)
        for one, other in ((latin, arabic), (arabic, latin))
    )


def test_letters_are_joined_and_come_from_the_right() -> None:
    assert ordered(QUEEN) == JOINED
    assert ordered(f"{QUEEN} SQ") == f"SQ {JOINED}"
    assert ordered(f"SQ {QUEEN}") == f"SQ {JOINED}"


def test_a_letter_that_swallows_another_leaves_a_blank() -> None:
    assert ordered("لا.") == ".\ufefb"
    assert in_cells("لا.") == ".\ufefb "
    assert in_cells("لا ").rstrip() == "\ufefb"
    assert len(in_cells("  الآس   |")) == len("  الآس   |")
    assert in_cells("SR ") == "SR "


def test_numbers_and_codes_keep_their_own_order() -> None:
    assert ordered(f"{QUEEN} 16") == f"16 {JOINED}"
    assert ordered("S10, SF") == "S10, SF"


def test_blanks_at_the_ends_and_lines_stay_where_they_are() -> None:
    assert ordered(f"  {QUEEN}   \nSQ ") == f"  {JOINED}   \nSQ "


def test_nothing_marks_the_direction() -> None:
    text = f"{QUEEN} (SQ), 16: {QUEEN}."
    for shown in (ordered(text), with_one_turn(text)):
        assert shown.replace("\n", "").isprintable()


@pytest.mark.parametrize("how", [Bidi.NONE, Bidi.TERMINAL, Bidi.OFF])
def test_a_terminal_that_is_trusted_gets_text_as_it_is(how: Bidi) -> None:
    assert arrangement(how, Terminal()) is None


def test_lines_are_broken_for_a_pipe_and_a_terminal_alike() -> None:
    assert arrangement(Bidi.AUTO, io.StringIO()) is with_one_turn
    assert arrangement(Bidi.AUTO, Terminal()) is with_one_turn


def test_letters_are_ordered_for_a_terminal_only() -> None:
    assert arrangement(Bidi.APP, Terminal()) is ordered
    assert arrangement(Bidi.APP, io.StringIO()) is None


def test_without_the_packages_lines_are_broken_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bidi, "can_order", lambda: False)

    assert arrangement(Bidi.APP, Terminal()) is with_one_turn
