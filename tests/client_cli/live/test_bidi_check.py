"""What `tarocco doctor` asks about Arabic, and what it keeps."""

from pathlib import Path

import pytest

from client_cli.bidi import Bidi, ordered
from client_cli.live import bidi_check
from client_cli.live.bidi_check import ask_bidi
from client_cli.preference_files import entries_in
from client_cli.streams import laid_out_for
from client_cli.texts import Texts

NAME = "الملكة من السيوف"
ENGLISH = Texts().turned(Bidi.OFF)


@pytest.fixture(autouse=True)
def _arabic(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"{rank} of {suit}": (NAME,)}
    monkeypatch.setattr(bidi_check, "texts_in", lambda _: Texts("ar", words))


@pytest.fixture(name="own")
def _own(tmp_path: Path) -> Path:
    return tmp_path / "tarocco" / "config.toml"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("1\n", "terminal"), ("2\n", "app"), (" 3 \n", "off")],
)
def test_the_answer_is_kept(typed: str, kept: str, own: Path) -> None:
    ask_bidi(own, ENGLISH, lambda: typed)

    assert entries_in(own)["bidi"].value == kept


@pytest.mark.parametrize("typed", ["\n", "what\n", None])
def test_no_answer_changes_nothing(
    typed: str | None, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask_bidi(own, ENGLISH, lambda: typed)

    assert not own.exists()
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")


@pytest.mark.parametrize("bidi", [Bidi.AUTO, Bidi.OFF])
def test_the_name_is_printed_in_three_ways(
    bidi: Bidi, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with laid_out_for(bidi):
        ask_bidi(own, ENGLISH, lambda: "")

    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [f"1  {NAME}", f"2  {ordered(NAME)}", "3  SQ"]


def test_the_question_is_english_too(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = (
        "Arabic, the Queen of Swords: which line is right? Type 1 or 2, 3 if neither "
        "is, or nothing."
    )
    ask_bidi(own, Texts("ar", {question: ("سؤال",)}), lambda: "")

    assert capsys.readouterr().out.splitlines()[:2] == [question, "سؤال"]


def test_what_is_not_installed_cannot_be_chosen(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bidi_check, "can_order", lambda: False)

    ask_bidi(own, ENGLISH, lambda: "2\n")

    assert not own.exists()
    assert "2  not installed\n" in capsys.readouterr().out
