"""Records by their table."""

from pathlib import Path

import pytest

from client_cli.kept_deals import names_a_table, record_path


def test_table_stands_for_its_newest_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    games = tmp_path / "tarocco" / "games"
    games.mkdir(parents=True)
    for name in (
        "20260101-120000-QF7K2-1",
        "20260101-121500-QF7K2-2",
        "20260102-120000-ABCDE-1",
    ):
        (games / f"{name}.json").touch()

    assert record_path("qf7k2") == str(games / "20260101-121500-QF7K2-2.json")
    assert record_path("abcde") == str(games / "20260102-120000-ABCDE-1.json")
    assert record_path("ZZZZZ") == "ZZZZZ"
    assert record_path("-") == "-"
    assert record_path("no/table") == "no/table"


def test_file_comes_before_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "QF7K2").touch()

    assert record_path("QF7K2") == "QF7K2"


def test_what_can_be_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ABCDE").touch()

    asked = ("QF7K2", "qf7k2", "ABCDE", "-", "deal.json", "", "games/x")
    assert [names_a_table(one) for one in asked] == [True, True, *[False] * 5]
    assert [names_a_table("A" * length) for length in (32, 33)] == [True, False]
