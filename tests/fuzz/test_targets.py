"""Everything that reads takes whatever comes: what was kept, and some of each kind."""

import pytest

from tests.fuzz import __main__ as fuzz
from tests.fuzz import corpus
from tests.fuzz.corpus import kept
from tests.fuzz.edits import inputs
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

INPUTS = 1_000
"""Of each target; fewer where one input takes long."""


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_good_inputs_and_kept_ones_find_nothing(target: Target) -> None:
    for data in [*target.seeds(), *kept(target)]:
        target.check(data)


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_bad_inputs_find_nothing(target: Target) -> None:
    for data in inputs(target, 1, max(10, INPUTS // target.cost)):
        target.check(data)


def test_same_seed_makes_the_same_inputs() -> None:
    target = TARGETS["cards"]

    assert list(inputs(target, 7, 50)) == list(inputs(target, 7, 50))
    assert list(inputs(target, 7, 50)) != list(inputs(target, 8, 50))


def test_what_finds_a_fault_is_kept_and_told(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: object,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def check(data: bytes) -> None:
        assert b"\xff" not in data

    target = Target("odd", "bytes", check, lambda: [b"abc" * 20])
    monkeypatch.setattr(corpus, "CORPUS", tmp_path)
    monkeypatch.setitem(TARGETS, "odd", target)

    code = fuzz.main(["odd", "--inputs", "400", "--seconds", "60", "--json"])

    assert code == 1
    assert kept(target)
    assert all(b"\xff" in data for data in kept(target))
    told = capsys.readouterr()
    assert '"odd": 400' in told.out
    assert "AssertionError" in told.err
