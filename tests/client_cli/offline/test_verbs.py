import json
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.offline.verbs import run_offline
from client_cli.texts import Texts
from tests.client_cli.records import random_record

TEXTS = Texts()


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(random_record(1)), "utf-8")
    return str(file)


@pytest.mark.parametrize("verb", ["score", "verify"])
def test_verbs_with_a_file(verb: str, path: str) -> None:
    assert run_offline(Request(verb, (path,)), TEXTS) is Exit.DONE


@pytest.mark.parametrize("verb", ["score", "verify"])
def test_verbs_with_a_table_of_which_a_deal_was_kept(
    verb: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    games = tmp_path / "tarocco" / "games"
    games.mkdir(parents=True)
    Path(path).rename(games / "20260101-120000-QF7K2-1.json")

    assert run_offline(Request(verb, ("qf7k2",)), TEXTS) is Exit.DONE


@pytest.mark.parametrize("verb", ["score", "explain"])
def test_filters_with_a_file(verb: str, path: str) -> None:
    assert run_offline(Request(verb, (path,), jsonl=True), TEXTS) is Exit.DONE


def test_filter_without_a_file_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def stream(path: str, _texts: Texts) -> Exit:
        read.append(path)
        return Exit.DONE

    monkeypatch.setattr("client_cli.offline.verbs.score_stream", stream)
    run_offline(Request("score", (), jsonl=True), TEXTS)

    assert read == ["-"]


def test_arena_of_two_levels(capsys: pytest.CaptureFixture[str]) -> None:
    live = LiveFlags(deals=1, quiet=True)

    assert (
        run_offline(Request("arena", ("easy", "easy"), live=live), TEXTS) is Exit.DONE
    )
    assert "easy against easy: +0.0" in capsys.readouterr().out


def test_replay_of_a_file(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_offline(Request("replay", (path,), plain=True), TEXTS) is Exit.DONE
    assert capsys.readouterr().out.startswith("Team 0: ")


def test_explain_with_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_offline(Request("explain", ("sr", "br", "cr")), TEXTS) is Exit.DONE
    assert "Set. Kings" in capsys.readouterr().out


@pytest.mark.parametrize(
    "request_",
    [
        Request("score"),
        Request("score", ("a", "b")),
        Request("verify"),
        Request("explain"),
        Request("explain", (" ", "")),
        Request("explain", ("a", "b"), jsonl=True),
    ],
)
def test_wrong_use(request_: Request) -> None:
    with pytest.raises(Stopped) as stopped:
        run_offline(request_, TEXTS)

    assert stopped.value.code is Exit.WRONG_USE
