import pytest

from engine.players import levels
from server.commands.run import run


def test_it_says_that_all_levels_can_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled: list[bool] = []
    monkeypatch.setattr(levels, "warm_up", lambda: compiled.append(True))

    assert run(["warmup"]) == 0
    assert compiled == [True]
    assert capsys.readouterr().out.startswith("Bots of all levels can start (")


def test_without_a_compiler_it_names_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise ImportError("No module named 'numba'")

    monkeypatch.setattr(levels, "warm_up", missing)

    assert run(["warmup"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "Only easy, medium can be played here" in told.err
    assert "No module named 'numba'" in told.err
