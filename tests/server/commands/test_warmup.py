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


@pytest.mark.parametrize(
    ("place", "told"),
    [("/var/x", "in /var/x (NUMBA_CACHE_DIR)"), ("", "NUMBA_CACHE_DIR is not set")],
)
def test_it_says_for_whom(
    place: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(levels, "warm_up", lambda: None)
    monkeypatch.setenv("NUMBA_CACHE_DIR", place)

    assert run(["warmup"]) == 0
    assert told in capsys.readouterr().out


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
