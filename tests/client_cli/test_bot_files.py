"""Files with a bot in them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client_cli.bot_files import bots_from
from client_cli.exits import Exit, Stopped
from client_cli.texts import Texts

ROOT = Path(__file__).resolve().parents[2]
BOT = """
class {name}:
    def discard(self, view): return view.discardable[:2]
    def declare(self, view): return True
    def play(self, view): return view.legal[0]
"""


@pytest.fixture(autouse=True)
def _imports_as_before() -> Iterator[None]:
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def stopped(path: str) -> Stopped:
    with pytest.raises(Stopped) as caught:
        bots_from(path, Texts())()
    return caught.value


def test_the_one_class_makes_a_new_bot_each_time(tmp_path: Path) -> None:
    new_bot = bots_from(written(tmp_path, BOT.format(name="Mine")), Texts())

    first, second = new_bot(), new_bot()

    assert type(first).__name__ == "Mine"
    assert type(first) is type(second)
    assert first is not second


def test_the_example_is_a_bot() -> None:
    bot = bots_from(str(ROOT / "examples" / "bot.py"), Texts())()

    assert type(bot).__name__ == "Magpie"


def test_what_is_imported_or_no_bot_does_not_count(tmp_path: Path) -> None:
    written(tmp_path, BOT.format(name="Helper"), "a_helper.py")
    text = "from a_helper import Helper\nclass Half:\n    def play(self): pass\n"

    new_bot = bots_from(written(tmp_path, text + BOT.format(name="Mine")), Texts())

    assert type(new_bot()).__name__ == "Mine"


def test_a_dataclass_can_be_a_bot(tmp_path: Path) -> None:
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    body = BOT.format(name="Mine").replace(":\n", ":\n    seen: int = 0\n", 1)

    new_bot = bots_from(written(tmp_path, f"{text}@dataclass{body}"), Texts())

    assert type(new_bot()).__name__ == "Mine"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.py", "There is no such file."),
        (".", "It is a folder."),
        ("notes.txt", "A bot is a Python file, its name ending in .py."),
    ],
)
def test_what_is_no_python_file(tmp_path: Path, name: str, why: str) -> None:
    written(tmp_path, "no code", "notes.txt")

    end = stopped(str(tmp_path / name))

    assert end.code is Exit.NOT_FOUND
    assert end.why == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "No class in it has discard, declare and play."),
        (
            BOT.format(name="One") + BOT.format(name="Two"),
            "It has several: One, Two.",
        ),
        ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero (line 2)"),
        ("import sys\n\nsys.exit('no')\n", "SystemExit: no (line 3)"),
        ("x = (\n", "SyntaxError: '(' was never closed (mine.py, line 1) (line 1)"),
        ("import not_there\n", "No module named 'not_there' (line 1)"),
        (
            BOT.format(name="Mine") + "    def __init__(self): raise ValueError('no')",
            "ValueError: no (line 6)",
        ),
    ],
    ids=["empty", "two", "raises", "exits", "syntax", "import", "class raises"],
)
def test_file_that_holds_no_bot(tmp_path: Path, text: str, why: str) -> None:
    end = stopped(written(tmp_path, text))

    assert end.code is Exit.WRONG_USE
    assert why in end.why
