"""The campaign itself: what it runs, what it says, and when it fails."""

from collections import Counter
from pathlib import Path

import pytest

from tests.prove import __main__ as prove
from tests.prove import outside, parts
from tests.prove.part import Effort, Part, Shown
from tests.prove.report import report
from tests.prove.simulated import simulated

GOOD = Shown("Games", (("seeds run", "500"),))
BAD = Shown("Inputs", (("bad inputs tried", "9"),), violations=2, details="- one")


@pytest.fixture
def some_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {
        "good": Part("good", "goes well", lambda _effort: GOOD),
        "bad": Part("bad", "goes wrong", lambda _effort: BAD),
    }
    monkeypatch.setattr(prove, "PARTS", made)


@pytest.mark.usefixtures("some_parts")
@pytest.mark.parametrize(("only", "code"), [([], 1), (["good"], 0), (["bad"], 1)])
def test_campaign_fails_when_anything_was_found(
    only: list[str], code: int, tmp_path: Path
) -> None:
    file = tmp_path / "new" / "proof.md"
    words = ["--only", *only] if only else []

    assert prove.main([*words, "--report", str(file)]) == code

    page = file.read_text("utf-8")
    assert ("NOT ALL IS WELL" in page) == bool(code)
    assert ("| seeds run | 500 |" in page) == (only != ["bad"])


def test_report_says_the_most_important_first() -> None:
    page = report([GOOD, BAD], Effort(0.5, 2), 120, "today")

    lines = page.splitlines()
    assert lines[0] == "# What was tried to break the promises, today"
    assert lines[2] == "NOT ALL IS WELL."
    assert page.index("| violations | 2 |") < page.index("| seeds run | 500 |")
    assert "| Inputs | 2 VIOLATIONS |" in page
    assert page.endswith("- one\n")


def test_effort_is_scaled() -> None:
    assert Effort(0.01).of(10_000) == 100
    assert Effort(0.0001).of(10_000, least=50) == 50


def test_games_are_counted_with_what_befell_them() -> None:
    shown = simulated(Effort(scale=0.0001, jobs=1))

    rows = dict(shown.rows)
    assert rows["seeds run"] == "25"
    assert shown.violations == 0
    assert any(name.startswith("injected: ") for name in rows)


def test_results_of_tests_are_read_by_what_became_of_them(tmp_path: Path) -> None:
    file = tmp_path / "junit.xml"
    file.write_text(
        "<s><testcase/><testcase><failure/></testcase><testcase><error/></testcase>"
        "<testcase><skipped/></testcase></s>"
    )

    assert outside._results(file) == Counter(passed=1, failed=2, skipped=1)


def test_fuzzing_is_a_part_that_says_how_much_it_tried() -> None:
    shown = outside.fuzzed(Effort(scale=0.0001))

    rows = dict(shown.rows)
    assert shown.violations == 0
    assert int(rows["bad inputs tried"]) > 0
    assert int(rows["inputs: record"]) > 0


def test_every_part_has_a_name_and_says_what_it_does() -> None:
    assert all(part.name == name and part.what for name, part in parts.PARTS.items())


@pytest.mark.parametrize(
    "words", [["--scale", "0"], ["--only", "luck"], ["--jobs", "0"]]
)
def test_wrong_words(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        prove.main(words)

    assert ended.value.code == 2
