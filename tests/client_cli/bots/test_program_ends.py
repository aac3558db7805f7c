"""How a program has ended."""

from pathlib import Path

import pytest

from client_cli.bots.program_ends import how_ended


def errors_with(folder: Path, text: str) -> Path:
    path = folder / "errors"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (3, "the program has ended with exit code 3"),
        (0, "the program has ended with exit code 0"),
        (-9, "the program was ended by signal 9"),
        (None, "the program has closed its output"),
    ],
)
def test_how_it_ended(tmp_path: Path, code: int | None, words: str) -> None:
    assert how_ended(code, tmp_path / "missing") == words
    last = errors_with(tmp_path, "Traceback\nValueError: no idea\n\n")
    assert how_ended(code, last) == f"{words}; its last words: ValueError: no idea"


def test_last_words_are_bounded(tmp_path: Path) -> None:
    said = how_ended(1, errors_with(tmp_path, "x" * 100_000))

    assert said.count("x") <= 202
