import subprocess
import sys
from pathlib import Path

import pytest

from engine.players import levels
from engine.players.by_rule import EASY, MEDIUM
from engine.players.levels import (
    LEVELS,
    RULE_LEVELS,
    SEARCH_LEVELS,
    best_level,
    can_search,
    player_of,
)

ROOT = Path(__file__).parents[3]


def test_levels_that_go_by_rules_have_their_players() -> None:
    assert player_of("easy") is EASY
    assert player_of("medium") is MEDIUM


def test_a_level_of_another_version_plays_as_medium() -> None:
    assert player_of("grandmaster") is MEDIUM


def test_levels_stand_in_the_order_of_their_strength() -> None:
    assert LEVELS == ("easy", "medium", "hard", "expert", "master")


@pytest.mark.parametrize(
    ("wanted", "offered", "best"),
    [
        ("expert", LEVELS, "expert"),
        ("easy", LEVELS, "easy"),
        ("master", RULE_LEVELS, "medium"),
        ("expert", ("easy", "medium", "hard"), "hard"),
        ("grandmaster", LEVELS, "medium"),
    ],
)
def test_best_level_is_the_highest_that_is_not_above(
    wanted: str, offered: tuple[str, ...], best: str
) -> None:
    assert best_level(wanted, offered) == best


def test_machine_without_the_compiler_cannot_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "find_spec", lambda _name: None)

    assert not can_search()


@pytest.mark.parametrize("level", SEARCH_LEVELS)
def test_without_the_compiler_the_other_levels_play_on(level: str) -> None:
    # A process in which numba cannot be found.
    code = f"""
import sys
sys.modules["numba"] = None
from engine.players.levels import player_of
player_of("easy"), player_of("medium")
try:
    player_of({level!r})
except ImportError:
    print("cannot")
"""
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout == "cannot\n"


def test_warming_up_is_that_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = pytest.importorskip("engine.search.analysis", exc_type=ImportError)
    warmed: list[bool] = []
    monkeypatch.setattr(analysis, "warm_up", lambda: warmed.append(True))

    levels.warm_up()

    assert warmed == [True]


def test_names_of_the_levels_load_no_compiler() -> None:
    code = """
import sys
from engine.players.levels import LEVELS, can_search, player_of
can_search(), player_of("medium")
print({"numba", "numpy", "llvmlite"} & set(sys.modules))
"""
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout == "set()\n"
