"""`tarocco arena`, from words to a report."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import BotFlags, LiveFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.offline import arena_jobs
from client_cli.offline.arena import run_arena
from client_cli.texts import Texts
from engine.players.levels import can_search

EXAMPLE = str(Path(__file__).resolve().parents[3] / "examples" / "bot.py")
BAD = """
class Bad:
    def discard(self, view): raise ValueError
    def declare(self, view): return "yes"
    def play(self, view): return "XX"
"""


def request(
    *operands: str, deals: int = 2, seed: str = "1", quiet: bool = True, **bots: Any
) -> Request:
    return Request(
        "arena",
        operands,
        json=True,
        live=LiveFlags(deals=deals, quiet=quiet),
        bots=BotFlags(seed=seed, limit_s=20.0, **bots),
    )


def told(capsys: pytest.CaptureFixture[str], wanted: Request) -> dict[str, object]:
    """The report without the times, which no two runs share."""
    assert run_arena(wanted, Texts()) is Exit.DONE
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    players = data["players"]
    assert isinstance(players, list)
    for player in players:
        assert player.pop("mean_ms") > 0
        assert player.pop("p99_ms") > 0
    return data


def test_same_seed_gives_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys, request(EXAMPLE, "easy"))
    again = told(capsys, request(EXAMPLE, "easy"))
    other = told(capsys, request(EXAMPLE, "easy", seed="2"))

    assert first == again
    assert first["mean_margin"] != other["mean_margin"]


def test_any_number_of_processes_gives_the_same_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alone = told(capsys, request("medium", "easy", deals=5))
    shared = told(capsys, request("medium", "easy", deals=5, jobs=2))

    assert shared == alone


def test_players_may_be_named_by_flags(capsys: pytest.CaptureFixture[str]) -> None:
    named = told(capsys, request(first="medium", second="easy"))

    assert named == told(capsys, request("medium", "easy"))


@pytest.mark.parametrize(
    "wanted",
    [
        request("medium"),
        request("medium", first="easy"),
        request("easy", "easy", first="medium", second="easy"),
        request(),
    ],
)
def test_there_are_two_players_and_no_more(wanted: Request) -> None:
    with pytest.raises(Stopped, match="Two players"):
        run_arena(wanted, Texts())


def test_level_that_cannot_play_here_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_jobs, "can_search", lambda: False)

    with pytest.raises(Stopped, match="expert cannot play here") as stopped:
        run_arena(request("expert", "medium"), Texts())

    assert "numba" in stopped.value.why


@pytest.mark.timeout(300)  # where nothing is compiled yet, on a busy machine
@pytest.mark.skipif(not can_search(), reason="needs numba")
def test_levels_that_search_play(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, request("hard", "medium", deals=1))

    players = data["players"]
    assert isinstance(players, list)
    assert sum(player["turns"] for player in players) == 2 * 65


def test_it_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    run_arena(request("easy", "easy", deals=20, quiet=False), Texts())

    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{number} of 20 deals." for number in range(2, 21, 2)]


def test_exchanged_players_give_the_opposite(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = told(capsys, request("medium", "easy", deals=3))
    two = told(capsys, request("easy", "medium", deals=3))

    assert isinstance(one["mean_margin"], float)
    assert two["mean_margin"] == -one["mean_margin"]


def test_bad_bot_is_counted_and_plays_to_the_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)

    data = told(capsys, request(str(path), "medium", deals=1))

    players = data["players"]
    assert isinstance(players, list)
    bad, good = players
    assert bad["illegal"] + bad["failed"] == bad["turns"]
    assert bad["turns"] >= 60
    assert (good["illegal"], good["late"], good["failed"]) == (0, 0, 0)
    assert (data["deals"], data["interval"]) == (1, None)


def test_example_beats_the_bot_of_the_readme(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    readme = (Path(EXAMPLE).parents[1] / "README.md").read_text("utf-8")
    path.write_text(readme.split("```python\n")[1].split("```")[0], "utf-8")

    data = told(capsys, request(EXAMPLE, str(path), deals=40))

    assert isinstance(data["mean_margin"], float)
    assert data["mean_margin"] > 0


def test_bot_of_the_readme_plays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    readme = (Path(EXAMPLE).parents[1] / "README.md").read_text("utf-8")
    path = tmp_path / "mine.py"
    path.write_text(readme.split("```python\n")[1].split("```")[0], "utf-8")

    data = told(capsys, request(str(path), "easy", deals=1))

    players = data["players"]
    assert isinstance(players, list)
    mine = players[0]
    assert (mine["illegal"], mine["late"], mine["failed"]) == (0, 0, 0)


def test_what_a_bot_prints_is_no_part_of_the_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "chatty.py"
    path.write_text(
        "print('loaded')\n" + BAD.replace("view): return", "view): print(7); return")
    )

    run_arena(request(str(path), "easy", deals=1), Texts())

    out, err = capsys.readouterr()
    assert json.loads(out)["deals"] == 1
    assert err.startswith("loaded\nloaded\n7\n")  # looked at, then played


def test_reasons_for_lost_turns_are_in_the_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)

    data = told(capsys, request(str(path), "medium", deals=1))

    players = data["players"]
    assert isinstance(players, list)
    reasons = {one["reason"]: one["turns"] for one in players[0]["reasons"]}
    assert sum(reasons.values()) == players[0]["turns"]
    # Fifteen cards of two seats at two tables.
    no_card = "E_NO_SUCH_CARD: There is no card with this code. The answer was 'XX'."
    assert reasons[no_card] == 60
    assert players[1]["reasons"] == []


@pytest.mark.parametrize("verbose", [False, True])
def test_reasons_for_lost_turns_are_told_once_each(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, *, verbose: bool
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(
        BAD.replace('return "XX"', "return 'X' + str(len(view.deal.tricks))")
    )
    wanted = request(str(path), "medium", deals=1)
    live = replace(wanted.live, verbose=verbose)

    run_arena(replace(wanted, json=False, live=live), Texts())

    lines = capsys.readouterr().err.splitlines()
    answers = [line for line in lines if line.endswith(" The answer was 'X4'.")]
    assert all(": Lost turns: 4. Reason: " in line for line in lines[:5])
    if verbose:
        assert len(answers) == 1
        assert len(lines) >= 15
    else:
        assert len(lines) == 6
        assert lines[-1].endswith(" more reasons (--verbose).")


def test_report_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = replace(
        request("medium", "medium", deals=2), json=False, live=LiveFlags(deals=2)
    )

    run_arena(wanted, Texts())

    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[:3] == [
        "medium against medium: +0.0 points a deal.",
        "95 % interval: +0.0 to +0.0.",
        "Deals: 2, each at two tables. Tables won: 50.0 %.",
    ]
    assert lines[3].startswith("medium: Turns: 130. Lost: 0 illegal")
    assert err.splitlines() == ["1 of 2 deals.", "2 of 2 deals."]


def test_one_deal_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = replace(request("easy", "easy", deals=1), json=False)

    run_arena(wanted, Texts())

    out, err = capsys.readouterr()
    assert "interval" not in out
    assert not err


@pytest.mark.parametrize("operands", [(), ("easy",), ("easy", "easy", "easy")])
def test_two_players_are_needed(operands: tuple[str, ...]) -> None:
    with pytest.raises(Stopped) as stopped:
        run_arena(request(*operands), Texts())

    assert stopped.value.code is Exit.WRONG_USE


def test_player_that_is_neither_a_level_nor_a_file() -> None:
    with pytest.raises(Stopped) as stopped:
        run_arena(request("easy", "hardest"), Texts())

    assert stopped.value.code is Exit.NOT_FOUND
