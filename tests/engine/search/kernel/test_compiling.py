"""How the kernel is compiled, and where the compiled code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CardSet
from engine.search.kernel import compiling
from engine.search.kernel.compiling import SOURCES, inner, lowest, popcount
from tests.support.strategies import card_sets

ROOT = Path(__file__).resolve().parents[4]
MODULE = """
from engine.search.kernel.compiling import entry

@entry
def twice(number: int) -> int:
    return 2 * number
"""
PROGRAM = """
from engine.search.kernel import compiling
compiling.SOURCES = {sources!r}
from compiled_module import twice
print(twice(21), sum(twice.stats.cache_hits.values()))
"""


@inner
def size_of(cards: int) -> int:
    return popcount(cards)


@inner
def first_of(cards: int) -> int:
    return lowest(cards)


@given(card_sets)
def test_popcount_is_the_size_of_the_set(cards: CardSet) -> None:
    assert size_of(cards.bits) == len(cards)


@given(card_sets.filter(lambda cards: cards.bits))
def test_lowest_is_the_first_card_of_the_set(cards: CardSet) -> None:
    assert first_of(cards.bits) == next(iter(cards))


@given(st.binary())
def test_another_source_has_another_name(changed: bytes) -> None:
    assert len(SOURCES) == 64
    assert compiling.digest_of([changed]) != compiling.digest_of([changed, b"x"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module that has an entry point."""
    (tmp_path / "compiled_module.py").write_text(MODULE)
    return tmp_path


def run(
    folder: Path, cache: Path, *, sources: str = "these", home: Path | None = None
) -> str:
    """Call the entry point in a fresh process; its result and how often it was found."""
    paths = {
        "NUMBA_CACHE_DIR": str(cache),
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, folder))),
        "HOME": str(home or folder),
        "XDG_CACHE_HOME": str(home or folder),
    }
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(sources=sources)],
        cwd=folder,
        env=os.environ | paths,
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout


def test_entry_points_are_kept_where_the_environment_says(folder: Path) -> None:
    cache = folder / "cache"
    assert run(folder, cache) == "42 0\n"
    assert list(cache.rglob("*.nbi"))

    assert run(folder, cache) == "42 1\n"


def test_compiled_code_of_other_sources_is_not_taken(folder: Path) -> None:
    cache = folder / "cache"
    run(folder, cache)

    assert run(folder, cache, sources="others") == "42 0\n"


def test_without_a_folder_to_keep_it_the_code_still_runs(folder: Path) -> None:
    nowhere = folder / "file"
    nowhere.write_text("")
    (folder / "__pycache__").write_text("")

    assert run(folder, nowhere, home=nowhere) == "42 0\n"
