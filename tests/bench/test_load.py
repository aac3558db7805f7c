"""The script itself, small and short: what it counts, and never how fast it was."""

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bench import load
from tests.bench.swarm.rig import own_hosts
from tests.bench.swarm.steps import STEPS, Rabble
from tests.bench.swarm.swarm import Swarm

SMALL = ["--tables", "3", "--seconds", "3", "--moves", "30", "--no-pin"]


def measured(folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """Run the script; its exit code and its one run."""
    file = folder / "result.json"
    code = load.main([*words, "--json", str(file)])
    run: dict[str, Any] = json.loads(file.read_text("utf-8"))[0]["runs"][0]
    return code, run


@pytest.mark.timeout(180)
def test_a_smoke_run_loses_nothing(tmp_path: Path) -> None:
    # T-H01, step L0: as many tables as in the plan, for a quarter of the time.
    report = tmp_path / "report.md"

    code, run = measured(
        tmp_path, "--shorten", "4", "--no-pin", "--report", str(report)
    )

    assert run["faults"]["lost"] == 0
    assert not any(run["faults"].values())
    assert code == 0
    assert run["counts"]["tables"] == 10
    assert run["stages"][0]["done"] > 0
    assert "| lost | 0 |" in report.read_text("utf-8")


@pytest.mark.timeout(180)
def test_a_server_of_somebody_else_over_two_nodes(tmp_path: Path) -> None:
    with own_hosts(12, nodes=2, pinned=False) as hosts:
        servers = [word for url in hosts.urls for word in ("--server", url)]

        code, run = measured(tmp_path, *SMALL, *servers)

    assert not any(run["faults"].values())
    assert code == 0
    assert run["stages"][0]["done"] > 0


@pytest.mark.timeout(180)
def test_an_event_that_the_store_forgets_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = Swarm.rest

    with own_hosts(12, nodes=1, pinned=False) as hosts:
        store = hosts.store
        assert store is not None

        async def rest_and_forget(self: Swarm) -> None:
            await rest(self)
            with store.client() as client:
                stream = next(client.scan_iter("T:*:ev"))
                newest = client.xrevrange(stream, count=3)
                client.xdel(stream, newest[1][0])

        monkeypatch.setattr(Swarm, "rest", rest_and_forget)
        monkeypatch.setattr(load, "_hosts", lambda _given, _step: nullcontext(hosts))

        code, run = measured(tmp_path, *SMALL)

    assert code == load.EXIT_BROKEN
    assert any(run["faults"].values())


@pytest.mark.long
@pytest.mark.timeout(180)
def test_everybody_comes_back_after_a_storm(tmp_path: Path) -> None:
    # T-B18, small.
    code, run = measured(
        tmp_path, "--step", "L5", "--tables", "10", "--shorten", "3", "--no-pin"
    )

    assert not any(run["faults"].values())
    assert code == 0
    assert run["counts"]["reconnects"] >= 40


@pytest.mark.timeout(180)
def test_a_rolling_restart_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # T-J03, P15: each of two servers once.
    before, restarts, after = STEPS["restart"].stages
    stages = (before, replace(restarts, restarts=2), after)
    monkeypatch.setitem(STEPS, "restart", replace(STEPS["restart"], stages=stages))

    code, run = measured(tmp_path, "--step", "restart", *SMALL)

    assert not any(run["faults"].values())
    assert code == 0
    assert run["closes"]["1012"] >= 12
    assert run["stages"][1]["done"] > 0
    assert run["stages"][1]["still_s"] > 0


@pytest.mark.timeout(180)
def test_a_store_that_is_killed_under_load_loses_nothing(tmp_path: Path) -> None:
    # T-F01
    words = ["--tables", "10", "--seconds", "6", "--moves", "100", "--no-pin"]

    code, run = measured(tmp_path, "--step", "store", *words)

    assert not any(run["faults"].values())
    assert code == 0
    assert run["stages"][2]["done"] > 0


@pytest.mark.timeout(180)
def test_faults_and_people_who_come_and_go_lose_nothing(tmp_path: Path) -> None:
    # L8 and L7, small: every trouble once, and bots in half of the seats.
    file, report = tmp_path / "result.json", tmp_path / "report.md"
    words = ["--step", "L8", "L7", "--tables", "4", "--seconds", "6", "--moves", "20"]

    code = load.main([*words, "--no-pin", "--json", str(file), "--report", str(report)])

    faults, soak = (each["runs"][0] for each in json.loads(file.read_text("utf-8")))
    assert not any(faults["faults"].values())
    assert not any(soak["faults"].values())
    assert code == 0
    assert faults["counts"]["reconnects"] > 0
    assert all(stage["done"] > 0 for stage in [*faults["stages"], *soak["stages"]])
    assert report.read_text("utf-8").count("xychart-beta") == 2


@pytest.mark.timeout(180)
def test_rabble_is_shown_out_and_the_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stage,) = STEPS["L6"].stages
    rabble = Rabble(stalled=2, flooders=2, half_open=5, senseless=3)
    stages = (replace(stage, rabble=rabble),)
    monkeypatch.setitem(STEPS, "L6", replace(STEPS["L6"], stages=stages))

    code, run = measured(
        tmp_path,
        *("--step", "L6", "--tables", "3", "--seconds", "9", "--moves", "20"),
        "--no-pin",
    )

    assert not any(run["faults"].values())
    assert code == 0
    assert run["stages"][0]["done"] > 0
    assert run["counts"]["shown out: flooders"] >= 2
    assert run["counts"]["shown out: half open"] >= 5
    assert run["counts"]["shown out: senseless"] >= 3


@pytest.mark.long
@pytest.mark.timeout(590)
def test_five_hundred_moves_a_second_outlive_their_store(tmp_path: Path) -> None:
    # T-F01: how soon tables go on is judged by the best of three.
    file = tmp_path / "result.json"

    code = load.main(["--step", "store", "--runs", "3", "--json", str(file)])

    (result,) = json.loads(file.read_text("utf-8"))
    assert code == 0
    assert longest_still_s(result) < 5


@pytest.mark.long
@pytest.mark.timeout(590)
def test_no_table_is_away_for_long_while_servers_are_restarted(tmp_path: Path) -> None:
    # T-J03, P15: under load; the best of three, as machines differ.
    file = tmp_path / "result.json"

    words = ["--step", "restart", "--tables", "50", "--runs", "3", "--no-pin"]

    code = load.main([*words, "--json", str(file)])

    (result,) = json.loads(file.read_text("utf-8"))
    assert code == 0
    assert longest_still_s(result) < 5


def longest_still_s(result: dict[str, Any]) -> float:
    """How long a table stood still, in the run where that was shortest."""
    return min(
        max(float(stage["still_s"]) for stage in run["stages"])
        for run in result["runs"]
    )


def test_servers_of_somebody_else_are_not_restarted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--step", "L0", "restart", "--server", "ws://127.0.0.1:1"]

    assert load.main(words) == load.EXIT_USE
    assert "of its own" in capsys.readouterr().err


def test_three_persons_make_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert load.main(["--connections", "3"]) == load.EXIT_USE
    assert "4 connections" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--runs", "0"], ["--shorten", "-1"], ["--step", "L9"]]
)
def test_wrong_words(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        load.main(words)

    assert ended.value.code == load.EXIT_USE
